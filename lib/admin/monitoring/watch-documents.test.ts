import { readFileSync } from "node:fs";
import * as prometheus from "prom-client";
import { expect, test } from "vitest";
import { readAlertRules } from "../../../e2e/support/tables/alert-rules";
import { GAUGES, type Reading } from "./read-gauges";
import { createMetrics } from "./registry";

const text = readFileSync("docs/operating.md", "utf8");
const watch = text.slice(text.indexOf("## Watch"), text.indexOf("## Questions to the database"));
const rows = watch
  .split("\n")
  .flatMap((line) => (line.startsWith("| `") ? [line.split("|").map((cell) => cell.trim())] : []));
const listNames = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

async function readFamilies(): Promise<Map<string, string>> {
  const reading = Object.fromEntries(
    Object.entries(GAUGES).map(([name, { labels }]) => [name, labels.length === 0 ? 0 : { some: 0 }]),
  ) as unknown as Reading;
  const written = await createMetrics(prometheus, () => reading).write();
  return new Map([...written.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name = "", type = ""]) => [name, type]));
}

test("the table of families is what /metrics serves, with its types", async () => {
  const documented = rows
    .filter(([, , kind = ""]) => /^(counter|gauge|histogram)/.test(kind))
    .flatMap(([, names, kind = ""]) => listNames(names).map((name) => [name, /^\w+/.exec(kind)?.[0]] as const));
  const served = [...(await readFamilies())];
  const byName = (a: readonly unknown[], b: readonly unknown[]) => String(a[0]).localeCompare(String(b[0]));
  expect([...documented].sort(byName)).toEqual([...served].sort(byName));
});

test("each alert is explained", () => {
  const alerts = rows.flatMap(([, name]) => listNames(name).filter((alert) => alert.startsWith("Svc")));
  expect(alerts).toEqual(readAlertRules().map(({ alert }) => alert));
});

test("alerts and the dashboard use existing families", async () => {
  const families = new Set([...(await readFamilies()).keys(), "up"]);
  const dashboard = JSON.parse(readFileSync("ops/grafana/svc.json", "utf8")) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const expressions = [
    ...readAlertRules().map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(40);
  const asked = expressions.flatMap((expression) => [...expression.matchAll(/\b(?:svc|nodejs|process)_\w+|\bup\b/g)]);
  const names = asked.map(([name]) => (families.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, "")));
  expect([...new Set(names)].filter((name) => !families.has(name))).toEqual([]);
});

test("capacity.md names existing families", async () => {
  const families = await readFamilies();
  const named = [...readFileSync("docs/capacity.md", "utf8").matchAll(/\b(?:svc|nodejs|process)_\w+/g)].map(
    ([name]) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !families.has(name))).toEqual([]);
});
