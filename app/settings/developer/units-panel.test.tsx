import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { en } from "@/lib/i18n/messages/en";
import { UnitsPanel } from "./units-panel";

const RESET = new Date("2026-07-01T00:00:00.000Z");

function render(used: number): string {
  const units = { limit: 20_000, used, remaining: 20_000 - used, resetAt: RESET, runsOutAt: null };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC" now={new Date("2026-06-09T12:00:00.000Z")}>
      <UnitsPanel title="Units" units={[]} projected={[{ kind: "user", name: "Ann", ownerId: "usr_1", ...units }]} />
    </NextIntlClientProvider>,
  );
}

test("a pace is told once there is one", () => {
  expect(render(1)).toContain("Personal: at this week’s pace the units last until the reset.");
  expect(render(0)).not.toContain("this week’s pace");
});
