import { directionOf, type Locale } from "../i18n/locale";
import { type Brand, brand, brandPath } from "../platform/brand";
import { escapeHtml } from "../platform/escape-html";
import type { Theme } from "../platform/theme";

export interface StaticPage {
  title: string;
  texts: readonly string[];
  links: readonly { href: string; text: string }[];
  reference?: { label: string; text: string } | undefined;
  followedHref?: string;
}

interface Reader {
  locale: Locale;
  theme: Theme;
  nonce: string;
}

/** Uses no React, script or database, because those may have failed. */
export function writeStaticPage(page: StaticPage, { locale, theme, nonce }: Reader): string {
  const { title, texts, links, reference, followedHref } = page;
  const { name, palette, mark } = brand();
  const [first, ...others] = links.map(({ href, text }) => [escapeHtml(href), escapeHtml(text)] as const);
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"${theme === "system" ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
${followedHref === undefined ? "" : `<meta http-equiv="refresh" content="0; url=${escapeHtml(followedHref)}">`}
<title>${escapeHtml(title)} · ${escapeHtml(name)}</title>
<link rel="icon" type="image/svg+xml" href="${brandPath("mark.svg")}">
<style nonce="${nonce}">${STYLE}${writeColors(palette)}</style>
</head>
<body>
<header><img src="data:image/svg+xml,${encodeURIComponent(mark)}" alt="" width="24" height="24">${escapeHtml(name)}</header>
<main>
<h1>${escapeHtml(title)}</h1>
${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}
${reference ? `<p class="reference">${escapeHtml(reference.label)} <code>${escapeHtml(reference.text)}</code></p>` : ""}
<p class="links">${first ? `<a class="button" href="${first[0]}">${first[1]}</a>` : ""}
${others.map(([href, text]) => `<a href="${href}">${text}</a>`).join("\n")}</p>
</main>
</body>
</html>
`;
}

function writeColors({ accent, solid }: Brand["palette"]): string {
  const dual = ({ light, dark }: { light: string; dark: string }) => `light-dark(${light},${dark})`;
  return `a:focus-visible{outline:2px solid ${dual(accent)};outline-offset:2px}.button{background:${dual(solid)}}`;
}

const STYLE = `:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}a{color:inherit;text-underline-offset:4px;border-radius:0.25rem}
body{margin:0;min-height:100dvh;display:grid;grid-template-rows:auto 1fr;background:light-dark(#f7f7f8,#0b0c0e);color:light-dark(#16171b,#eeeef1);font:0.875rem/1.375rem "Geist","Hiragino Sans","Yu Gothic UI","Noto Sans JP",system-ui,sans-serif;overflow-wrap:anywhere}
header{display:flex;align-items:center;gap:0.625rem;padding:1rem 1.5rem;border-bottom:1px solid light-dark(#e4e5e9,#26282e);font-weight:600}
main{align-self:center;width:100%;max-width:31rem;margin:0 auto;padding:2rem 1.5rem 5rem}
h1{font-size:1.375rem;line-height:1.75rem;font-weight:600;letter-spacing:-0.025em;margin:0 0 0.75rem;text-wrap:balance}
p{margin:0.5rem 0 0;color:light-dark(#50545f,#b0b4be);text-wrap:pretty}
code{font-family:"Geist Mono",ui-monospace,monospace;color:light-dark(#16171b,#eeeef1);user-select:all}
.reference{font-size:0.75rem}
.links{display:flex;flex-wrap:wrap;align-items:center;gap:0.25rem 1.25rem;margin-top:1.5rem}
.links a{display:inline-flex;align-items:center;min-height:2.25rem}
.links .button{padding:0 0.875rem;border-radius:0.4375rem;color:#fff;font-weight:500;text-decoration:none}
@media (pointer:coarse){.links a{min-height:2.75rem}}
`;
