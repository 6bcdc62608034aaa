import { createTranslator } from "next-intl";
import { CATALOGS } from "../i18n/catalogs";
import { directionOf, type Locale } from "../i18n/locale";
import { brand, brandPath } from "../platform/brand";
import { env } from "../platform/env";
import { escapeHtml } from "../platform/escape-html";
import type { WrittenMail } from "./mail";

export function readMailTexts(locale: Locale) {
  return createTranslator({ locale, messages: CATALOGS[locale], namespace: "mail" });
}

interface MailItem {
  title: string;
  text: string;
  path: string;
}

interface MailParts {
  locale: Locale;
  subject: string;
  heading?: string;
  paragraphs: readonly string[];
  items?: readonly MailItem[];
  action?: { label: string; path: string };
  notes?: readonly string[];
  unsubscribe?: { path: string; oneClickPath: string };
  report?: { label: string; path: string };
}

export function writeMail(parts: MailParts): WrittenMail {
  const { locale, subject, heading, paragraphs, items = [], action, notes = [], unsubscribe, report } = parts;
  const t = readMailTexts(locale);
  const { name } = brand();
  const sender = t("sender", { brand: name });
  const links = [
    ...(unsubscribe ? [{ label: t("unsubscribe"), path: unsubscribe.path }] : []),
    ...(report ? [report] : []),
  ].map(({ label, path }) => ({ label, url: writeUrl(path) }));
  const text = [
    ...(heading === undefined ? [] : [heading]),
    ...paragraphs,
    ...items.map(({ title, text, path }) => `* ${title}\n  ${text}\n  ${writeUrl(path)}`),
    ...(action ? [`${action.label}:\n${writeUrl(action.path)}`] : []),
    ...notes,
    `-- \n${[sender, ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n")}`,
  ].join("\n\n");
  const html = writeHtml({ locale, heading: heading ?? subject, paragraphs, items, action, notes, sender, links });
  return { subject, text, html, ...(unsubscribe ? { unsubscribeUrl: writeUrl(unsubscribe.oneClickPath) } : {}) };
}

function writeUrl(path: string): string {
  return env().SVC_BASE_URL + path;
}

type HtmlParts = Required<Pick<MailParts, "locale" | "heading" | "paragraphs" | "items">> & {
  action: MailParts["action"] | undefined;
  notes: readonly string[];
  sender: string;
  links: readonly { label: string; url: string }[];
};

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP',sans-serif";

function writeHtml({ locale, heading, paragraphs, items, action, notes, sender, links }: HtmlParts): string {
  const { name, palette } = brand();
  const { accent, solid } = palette;
  const mark = writeUrl(brandPath("icon-192.png"));
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join("\n");
  const list = items.map(
    ({ title, text, path }, index) =>
      `<div class="item" style="margin:0 0 16px${index === 0 ? "" : ";padding:16px 0 0;border-top:1px solid #e3e4e8"}">` +
      `<a class="link" href="${escapeHtml(writeUrl(path))}" style="color:${accent.light};font-weight:600">${escapeHtml(title)}</a>` +
      `<p class="quiet" style="margin:4px 0 0;color:#5c5f66">${escapeHtml(text)}</p></div>`,
  );
  const button = action
    ? `<p style="margin:24px 0"><a class="button" href="${escapeHtml(writeUrl(action.path))}" style="display:inline-block;padding:10px 18px;` +
      `border-radius:7px;background:${solid.light};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : "";
  const small = notes.map(
    (text) => `<p class="quiet" style="margin:0 0 8px;font-size:13px;color:#5c5f66">${escapeHtml(text)}</p>`,
  );
  const foot = links.map(
    ({ label, url }) => ` · <a class="quiet" href="${escapeHtml(url)}" style="color:#5c5f66">${escapeHtml(label)}</a>`,
  );
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .ground { background: #0b0c0e !important; color: #ececee !important }
  .card { background: #141518 !important; border-color: #2a2c31 !important }
  .item { border-color: #2a2c31 !important }
  .quiet { color: #a2a5ad !important }
  .link { color: ${accent.dark} !important }
  .button { background: ${solid.dark} !important }
}
</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f7f7f8;color:#17181a;${FONT};font-size:15px;line-height:1.6">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 16px;font-weight:600"><img src="${mark}" alt="" width="28" height="28" style="vertical-align:middle;border-radius:7px;margin-right:10px">${escapeHtml(name)}</p>
<div class="card" style="padding:24px;border:1px solid #e3e4e8;border-radius:12px;background:#ffffff;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:19px;line-height:1.35">${escapeHtml(heading)}</h1>
${body}
${list.join("\n")}
${button}
${small.join("\n")}
</div>
<p class="quiet" style="margin:16px 0 0;font-size:12px;color:#5c5f66">${escapeHtml(sender)}${foot.join("")}</p>
</div>
</body>
</html>
`;
}
