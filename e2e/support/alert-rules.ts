import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { evaluate, type Sample, type Scrape, type Series } from "./promql";

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().default("0s"),
          labels: z.object({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
});
export type AlertRule = z.infer<typeof Rules>["groups"][number]["rules"][number];

/** As Prometheus scrapes and evaluates by default in our documentation. */
export const SCRAPE_EVERY_MS = 15_000;

export function readAlertRules(): AlertRule[] {
  const text = readFileSync("ops/prometheus/alerts.yaml", "utf8");
  return Rules.parse(parse(text)).groups.flatMap(({ rules }) => rules);
}

/** One target's /metrics, as Prometheus would store it. null: it did not answer. */
export function parseScrape(atMs: number, text: string | null): Scrape {
  const target = { job: "svc", instance: "test" };
  const up: Sample = { name: "up", labels: target, value: text === null ? 0 : 1 };
  const lines = (text ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return { atMs, samples: [up, ...lines.map((line) => parseSample(line, target))] };
}

function parseSample(line: string, target: Sample["labels"]): Sample {
  const [, name = "", inner = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === "") throw new Error(`This is no sample: ${line}`);
  const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", text = ""]) => [label, text]);
  return { name, labels: { ...(Object.fromEntries(labels) as Sample["labels"]), ...target }, value: Number(value) };
}

/** Whether the rule fires at the last scrape: its expression has held at each evaluation for as long as `for` says. */
export function isFiring(rule: AlertRule, scrapes: readonly Scrape[]): boolean {
  const last = scrapes.at(-1)?.atMs ?? 0;
  let sinceMs: number | null = null;
  for (const [index, { atMs }] of scrapes.entries()) {
    const found: Series[] = evaluate(rule.expr, scrapes.slice(0, index + 1));
    sinceMs = found.length > 0 ? (sinceMs ?? atMs) : null;
  }
  return sinceMs !== null && last - sinceMs >= readDurationMs(rule.for);
}

function readDurationMs(text: string): number {
  const [, count = "", unit = ""] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  return Number(count) * { s: 1_000, m: 60_000, h: 3_600_000, "": Number.NaN }[unit as "s" | "m" | "h" | ""];
}
