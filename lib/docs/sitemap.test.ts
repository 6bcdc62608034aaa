import { expect, test } from "vitest";
import { LOCALES, localizedPath } from "../i18n/locale";
import { listPages } from "./pages";
import { writeRobots, writeSitemap } from "./sitemap";

test("lists every public page once in each language with its alternates", () => {
  const xml = writeSitemap("https://svc.test");
  const places = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place);
  expect(new Set(places).size).toBe(places.length);
  for (const path of ["/", "/status", "/docs", "/docs/reference", ...listPages("en").map((page) => page.path)]) {
    for (const locale of LOCALES) expect(places).toContain(`https://svc.test${localizedPath(path, locale)}`);
  }
  const entry = xml.split("<url>").find((part) => part.includes("<loc>https://svc.test/docs/limits</loc>"));
  expect(entry?.match(/hreflang="[\w-]+" href="[^"]+"/g)).toEqual([
    'hreflang="en" href="https://svc.test/docs/limits"',
    'hreflang="ja" href="https://svc.test/docs/limits?lang=ja"',
    'hreflang="x-default" href="https://svc.test/docs/limits"',
  ]);
});

test("keeps search engines from all but production, and there from pages behind a sign-in", () => {
  expect(writeRobots("https://staging.test", false)).toContain("User-agent: *\nDisallow: /\n");
  const robots = writeRobots("https://svc.test", true);
  expect(robots).toContain("Allow: /\n");
  expect(robots).toContain("Disallow: /settings\n");
  expect(robots).not.toContain("Disallow: /\n");
  expect(robots).toContain("Sitemap: https://svc.test/sitemap.xml");
});
