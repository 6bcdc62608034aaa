import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { en } from "@/lib/i18n/messages/en";
import { ja } from "@/lib/i18n/messages/ja";
import { LeakNotice } from "./key-status";

const KEY = { name: "Nightly report", revokedAt: "2026-06-09T12:00:00.000Z" };
const URL_OF_FIND = "https://example.com/repository/.env#L3";

function render(leak: { url: string | null } | null, locale: "en" | "ja" = "en"): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : ja} timeZone="UTC">
      <LeakNotice apiKey={{ ...KEY, leak }} />
    </NextIntlClientProvider>,
  );
}

describe("the notice of a leaked key", () => {
  test.each(["en", "ja"] as const)("in %s names the key, when, and where it was found", (locale) => {
    const html = render({ url: URL_OF_FIND }, locale);
    expect(html).toContain(KEY.name);
    expect(html).toContain(`dateTime="${KEY.revokedAt}"`);
    expect(html).toContain(`href="${URL_OF_FIND}"`);
    expect(html).toContain('rel="noopener noreferrer nofollow"');
  });

  test("has no link where the scanner does not say where it was", () => {
    expect(render({ url: null })).not.toContain("<a ");
    expect(render({ url: null })).toContain("did not report where");
  });

  test("is absent for other keys", () => {
    expect(render(null)).toBe("");
  });
});
