import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Time } from "./time";

function render(value: string): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{}}>
      <Time value={value} style="relative" now="2026-11-28T12:00:00.000Z" />
    </NextIntlClientProvider>,
  ).replace(/<[^>]+>/g, "");
}

test.each([
  ["2026-11-28T11:59:59.000Z", "now"],
  ["2026-11-28T11:59:01.000Z", "now"],
  ["2026-11-28T11:59:00.000Z", "1 minute ago"],
  ["2026-11-28T11:57:50.000Z", "2 minutes ago"],
  ["2026-11-28T12:00:30.000Z", "in 30 seconds"],
])("shows %s as %s", (value, expected) => {
  expect(render(value)).toBe(expected);
});
