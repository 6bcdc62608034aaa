import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { en } from "@/lib/i18n/messages/en";
import { ja } from "@/lib/i18n/messages/ja";
import { What } from "./entry-parts";

const LANGUAGES = [
  ["en", en],
  ["ja", ja],
] as const;
type Language = (typeof LANGUAGES)[number];

function render(method: string, route: string, [locale, messages]: Language = ["en", en]): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <What entry={{ method, route }} />
    </NextIntlClientProvider>,
  );
}

test("acts have words, requests their method and route, and rows of ids that left have both", () => {
  expect(render("ACT", "api_key.create")).toBe("API key created");
  expect(render("GET", "/v1/rooms")).toMatch(/^<span[^>]*>GET \/v1\/rooms<\/span>$/);
  for (const language of LANGUAGES) {
    const html = render("SEND", "runs/summarize-record", language);
    expect(html).toContain(language[1].auditLog.idsSent);
    expect(html).toContain("SEND runs/summarize-record");
  }
});
