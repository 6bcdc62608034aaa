import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { isFiring, parseScrape, readAlertRules, SCRAPE_EVERY_MS } from "../../../e2e/support/tables/alert-rules";

/** Our own PromQL reads the cases of `promtool test rules`, so that machines without promtool run them too. */
const Cases = z.object({
  tests: z.array(
    z.object({
      name: z.string(),
      interval: z.literal("15s"),
      input_series: z.array(z.object({ series: z.string(), values: z.string() })),
      alert_rule_test: z.array(
        z.object({ eval_time: z.string(), alertname: z.string(), exp_alerts: z.array(z.unknown()) }),
      ),
    }),
  ),
});
const { tests: cases } = Cases.parse(parse(readFileSync("ops/prometheus/alerts.test.yaml", "utf8")));
const rules = new Map(readAlertRules().map((rule) => [rule.alert, rule]));

function expand(values: string): number[] {
  return values.split(" ").flatMap((part) => {
    const [, first = "", step = "0", times = "0"] = /^([\d.]+)(?:\+([\d.]+))?(?:x(\d+))?$/.exec(part) ?? [];
    if (first === "") throw new Error(`These values cannot be read: ${part}`);
    return Array.from({ length: Number(times) + 1 }, (_, n) => Number(first) + n * Number(step));
  });
}

function readMs(time: string): number {
  const [, minutes = "0", seconds = "0"] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(time) ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1_000;
}

test("each alert has a case in which it is quiet and then fires", () => {
  const told = cases.map(({ name, alert_rule_test: expected }) => [
    name,
    expected.map(({ alertname }) => alertname),
    expected.map(({ exp_alerts }) => exp_alerts.length),
  ]);
  expect(told).toEqual([...rules.keys()].map((name) => [name, [name, name], [0, 1]]));
});

test.each(cases)("$name is quiet and fires as promtool says", ({ name, input_series: inputs, alert_rule_test }) => {
  const rule = rules.get(name);
  if (!rule) throw new Error(`There is no alert ${name}.`);
  const series = inputs.map((input) => ({ name: input.series, values: expand(input.values) }));
  const length = Math.max(...series.map(({ values }) => values.length));
  const scrapes = Array.from({ length }, (_, n) => {
    const { samples, ...scrape } = parseScrape(n * SCRAPE_EVERY_MS, readText(series, n));
    return { ...scrape, samples: samples.slice(1) };
  });
  for (const { eval_time, exp_alerts } of alert_rule_test) {
    const seen = scrapes.filter(({ atMs }) => atMs <= readMs(eval_time));
    expect([eval_time, isFiring(rule, seen)]).toEqual([eval_time, exp_alerts.length > 0]);
  }
});

function readText(series: readonly { name: string; values: readonly number[] }[], n: number): string {
  return series.flatMap(({ name, values }) => (n < values.length ? `${name} ${values[n]}` : [])).join("\n");
}
