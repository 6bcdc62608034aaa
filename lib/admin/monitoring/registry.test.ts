import * as prometheus from "prom-client";
import { expect, test } from "vitest";
import { COUNTERS, HISTOGRAMS } from "../../platform/meters";
import { GAUGES, type Reading } from "./read-gauges";
import { createMetrics } from "./registry";

const reading = Object.fromEntries(
  Object.entries(GAUGES).map(([name, { labels }]) => [name, labels.length === 0 ? 0 : { some: 0 }]),
) as unknown as Reading;
const create = () => createMetrics(prometheus, () => reading);
const listFamilies = (text: string) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);

test("a scrape has at most 40 families, and ours among them", async () => {
  const families = listFamilies(await create().write());
  expect(families.length).toBeLessThanOrEqual(40);
  expect(families).toEqual(
    expect.arrayContaining([COUNTERS, HISTOGRAMS, GAUGES].flatMap((group) => Object.keys(group))),
  );
});

test("allows no label with a tenant, person, key or path", () => {
  const labels = [COUNTERS, HISTOGRAMS, GAUGES].flatMap((group) =>
    Object.values(group).flatMap(({ labels }) => [...labels]),
  );
  const closed = ["route", "method", "status", "gate", "code", "outcome", "state", "function", "batch", "reason"];
  expect(labels.filter((label) => !closed.includes(label))).toEqual([]);
});

test("counts, observes and reads gauges at the scrape", async () => {
  let due = 1;
  const metrics = createMetrics(prometheus, () => ({
    ...reading,
    svc_deliveries_due: due,
    svc_agent_runs: { queued: 4 },
  }));
  metrics.count("svc_refusals_total", { gate: "requireScope", code: "insufficient_scope" }, 2);
  metrics.observe("svc_group_commit_items", { batch: "settle" }, 3);
  due = 7;
  const text = await metrics.write();
  for (const line of [
    'svc_refusals_total{gate="requireScope",code="insufficient_scope"} 2',
    'svc_group_commit_items_bucket{le="2",batch="settle"} 0',
    'svc_group_commit_items_bucket{le="4",batch="settle"} 1',
    "svc_deliveries_due 7",
    'svc_agent_runs{state="queued"} 4',
  ])
    expect(text.split("\n")).toContain(line);
});
