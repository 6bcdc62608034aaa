import { DEFAULT_LOCALE, LOCALES, localizedPath } from "../i18n/locale";
import { REFERENCE_PATH } from "./operation-page";
import { DOCS_PATH, listPages } from "./pages";

const OTHER_PATHS = ["/", "/status", DOCS_PATH, REFERENCE_PATH];

export function writeSitemap(baseUrl: string): string {
  const paths = [...OTHER_PATHS, ...listPages(DEFAULT_LOCALE).map(({ path }) => path)];
  const links = (path: string) =>
    [...LOCALES.map((locale) => [locale, locale] as const), ["x-default", DEFAULT_LOCALE] as const].map(
      ([name, locale]) =>
        `    <xhtml:link rel="alternate" hreflang="${name}" href="${escapeXml(baseUrl + localizedPath(path, locale))}"/>`,
    );
  const entries = [...new Set(paths)].flatMap((path) =>
    LOCALES.map((locale) =>
      [
        "  <url>",
        `    <loc>${escapeXml(baseUrl + localizedPath(path, locale))}</loc>`,
        ...links(path),
        "  </url>",
      ].join("\n"),
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/** Staging shows the same pages under another name. */
export function writeRobots(baseUrl: string, isProduction: boolean): string {
  const rules = isProduction
    ? [
        "Allow: /",
        ...["/api/", "/v1/", "/oauth/", "/rooms", "/settings", "/docs/search"].map((path) => `Disallow: ${path}`),
      ]
    : ["Disallow: /"];
  return ["User-agent: *", ...rules, "", `Sitemap: ${baseUrl}/sitemap.xml`, ""].join("\n");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
