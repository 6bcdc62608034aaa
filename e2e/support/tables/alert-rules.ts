import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

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

/** The interval at which Prometheus scrapes and evaluates in our documentation. */
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

export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Scrape {
  atMs: number;
  samples: readonly Sample[];
}

export interface Series {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** The series that the expression leaves at the time of the last scrape. Prometheus forgets a sample after 5 minutes. */
export function evaluate(expression: string, scrapes: readonly Scrape[]): Series[] {
  const [, left = "", operator = "", limit = ""] = /^(.+?) (>|<|==) (-?[\d.]+)$/.exec(expression) ?? [];
  if (left === "") throw new Error(`This comparison cannot be read: ${expression}`);
  const holds = {
    ">": (a: number, b: number) => a > b,
    "<": (a: number, b: number) => a < b,
    "==": (a: number, b: number) => a === b,
  };
  const compare = holds[operator as keyof typeof holds];
  return evaluateQuotient(left, scrapes).filter(({ value }) => compare(value, Number(limit)));
}

function evaluateQuotient(text: string, scrapes: readonly Scrape[]): Series[] {
  const [dividend = "", divisor, ...more] = text.split(" / ");
  if (more.length > 0) throw new Error(`Only one division can be read: ${text}`);
  const above = evaluateTerm(dividend, scrapes);
  if (divisor === undefined) return above;
  const below = evaluateTerm(divisor, scrapes);
  return above.flatMap(({ labels, value }) => {
    const match = below.find((series) => nameSeries(series) === nameSeries({ labels }));
    return match ? [{ labels, value: value / match.value }] : [];
  });
}

function evaluateTerm(text: string, scrapes: readonly Scrape[]): Series[] {
  const [, call, inner = ""] = /^(sum|max|rate|increase)\((.+)\)$/.exec(text) ?? [];
  if (call === "rate" || call === "increase") return growOver(inner, scrapes, call === "rate");
  if (call === undefined) return readInstant(text, scrapes);
  const values = evaluateTerm(inner, scrapes).map(({ value }) => value);
  if (values.length === 0) return [];
  return [{ labels: {}, value: call === "sum" ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values) }];
}

interface Selector {
  name: string;
  wanted: readonly (readonly [label: string, value: string])[];
}

function readSelector(text: string): Selector {
  const [, name = "", inner = ""] = /^(\w+)(?:\{((?:\w+="[^"]*",? ?)+)\})?$/.exec(text) ?? [];
  if (name === "") throw new Error(`This selector cannot be read: ${text}`);
  return { name, wanted: [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", value = ""]) => [label, value]) };
}

function matches({ name, wanted }: Selector, sample: Sample): boolean {
  return sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value);
}

function readInstant(text: string, scrapes: readonly Scrape[]): Series[] {
  const selector = readSelector(text);
  return (scrapes.at(-1)?.samples ?? []).filter((sample) => matches(selector, sample));
}

function growOver(text: string, scrapes: readonly Scrape[], isPerSecond: boolean): Series[] {
  const [, inner = "", minutes = ""] = /^(.+)\[(\d+)m\]$/.exec(text) ?? [];
  const selector = readSelector(inner);
  const endMs = scrapes.at(-1)?.atMs ?? 0;
  const points = new Map<string, { labels: Series["labels"]; values: { atMs: number; value: number }[] }>();
  for (const { atMs, samples } of scrapes) {
    if (atMs <= endMs - Number(minutes) * 60_000) continue;
    for (const sample of samples) {
      if (!matches(selector, sample)) continue;
      const name = nameSeries(sample);
      const known = points.get(name) ?? { labels: sample.labels, values: [] };
      known.values.push({ atMs, value: sample.value });
      points.set(name, known);
    }
  }
  return [...points.values()].flatMap(({ labels, values }) => {
    const [first, last] = [values[0], values.at(-1)];
    if (!first || !last || first === last) return [];
    const growth = values.slice(1).reduce((sum, { value }, index) => {
      const before = values[index]?.value ?? 0;
      return sum + (value < before ? value : value - before);
    }, 0);
    return [{ labels, value: isPerSecond ? growth / ((last.atMs - first.atMs) / 1_000) : growth }];
  });
}

function nameSeries({ labels }: Pick<Series, "labels">): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => a.localeCompare(b)));
}
