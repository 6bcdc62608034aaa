import { expect, test } from "vitest";
import { readAlertRules } from "../../../e2e/support/tables/alert-rules";
import { ALERT_LIMITS, BACKGROUND_FAILURES_MINUTES } from "./alert-limits";
import { GAUGES } from "./read-gauges";

const rules = readAlertRules();

function readLimit(expression: string) {
  const [, gauge = "", above = ""] = /^(?:max\()?(svc_\w+)\)? > ([\d.]+)$/.exec(expression) ?? [];
  return gauge in GAUGES ? { gauge, above: Number(above) } : null;
}

test("alerts and screens share their limits", () => {
  const limits = rules.flatMap(({ alert, expr }) => {
    const limit = readLimit(expr);
    return limit ? [[alert, limit] as const] : [];
  });
  expect(limits.length).toBeGreaterThanOrEqual(6);
  expect(Object.fromEntries(limits)).toEqual(ALERT_LIMITS);
});

test("counts failed functions for as long as their alert looks back", () => {
  const rule = rules.find(({ alert }) => alert === "SvcBackgroundFailures");
  expect(rule?.expr).toContain(`[${BACKGROUND_FAILURES_MINUTES}m]`);
});
