import { cookies, headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { readTheme, THEME_COOKIE } from "@/app/_ui/theme";
import { askPath } from "@/app/settings/developer/connect-agent/paths";
import { directionOf } from "@/lib/i18n/locale";
import type { Distrust } from "@/lib/oauth/authorization-request";
import { brand, brandPath } from "@/lib/platform/brand";

const NO_STORE = { "cache-control": "no-store", "x-frame-options": "DENY" };

export function redirectTo(location: string, status: 302 | 303 = 302): Response {
  return new Response(null, { status, headers: { ...NO_STORE, location } });
}

/** A page instead of a redirect, because the redirect URI cannot be trusted. */
export async function answerDistrust(reason: Distrust, clientId: string | undefined): Promise<Response> {
  const t = await getTranslations("consent.untrusted");
  const page = { title: t("title"), texts: [t(`reasons.${reason}`), t("advice")] };
  if (reason !== "client_unapproved" || clientId === undefined) {
    return writePage(reason === "request_too_long" ? 414 : 400, page);
  }
  const link = { href: askPath(clientId), text: t("ask"), isFollowed: false };
  return writePage(400, { ...page, texts: [t(`reasons.${reason}`), clientId, t("advice")], link });
}

/**
 * To the app, after the decision. A redirect would be the form's, and the content policy, which lets forms go to this
 * origin alone, would hold it up here or at any later hop of the app's own; a page that moves on by itself is not.
 */
export async function answerReturn(url: string): Promise<Response> {
  const t = await getTranslations("consent.returning");
  const link = { href: url, text: t("link", { host: new URL(url).host }), isFollowed: true };
  return writePage(200, { title: t("title"), texts: [], link });
}

/** A decision that was sent again, or sent twice at once. */
export async function answerDecided(): Promise<Response> {
  const t = await getTranslations("consent.decided");
  const link = { href: "/settings/developer/authorized-apps", text: t("link"), isFollowed: false };
  return writePage(409, { title: t("title"), texts: [t("text")], link });
}

interface StaticPage {
  title: string;
  texts: readonly string[];
  /** With `isFollowed` the page navigates there at once. */
  link?: { href: string; text: string; isFollowed: boolean };
}

async function writePage(status: number, { title, texts, link }: StaticPage): Promise<Response> {
  const [locale, cookieStore, headerStore] = await Promise.all([getLocale(), cookies(), headers()]);
  const theme = readTheme(cookieStore.get(THEME_COOKIE)?.value);
  const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(headerStore.get("content-security-policy") ?? "")?.[1] ?? "";
  const { accent } = brand().palette;
  const html = `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"${theme === "system" ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
${link?.isFollowed ? `<meta http-equiv="refresh" content="0; url=${escapeHtml(link.href)}">` : ""}
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}a{color:light-dark(${accent.light},${accent.dark})}</style>
</head>
<body><main>
<img src="${brandPath("mark.svg")}" alt="" width="36" height="36">
<h1>${escapeHtml(title)}</h1>
${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}
${link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ""}
</main></body>
</html>
`;
  return new Response(html, { status, headers: { ...NO_STORE, "content-type": "text/html; charset=utf-8" } });
}

/** The tokens of app/globals.css that this small page needs. */
const STYLE = `:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:light-dark(#f7f7f8,#0b0c0e);color:light-dark(#16171b,#eeeef1);font:0.875rem/1.375rem "Geist","Hiragino Sans","Yu Gothic UI","Noto Sans JP",system-ui,sans-serif;overflow-wrap:anywhere}
main{box-sizing:border-box;min-height:100dvh;max-width:28rem;margin:auto;padding:1.5rem;display:flex;flex-direction:column;justify-content:center}
h1{font-size:1.375rem;line-height:1.75rem;font-weight:600;letter-spacing:-0.025em;margin:1.25rem 0 0.25rem}
p{margin:0.5rem 0 0;color:light-dark(#50545f,#b0b4be)}`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
