import { serve } from "inngest/edge";
import { expect, test } from "vitest";
import { embeddedClient } from "./client";
import { describeFunctions } from "./describe-functions";
import { makePlan } from "./embedded/plan";
import { requestFunctions } from "./embedded/protocol";
import { functions } from "./functions";

test("functions are described by the ids and triggers that the runner knows", async () => {
  const plan = makePlan(await requestFunctions(serve({ client: embeddedClient, functions })));
  const described = describeFunctions(new Date("2026-11-23T03:00:30Z"));
  expect(described.length).toBeGreaterThan(20);
  for (const { id, name, events, crons } of described) {
    const planned = plan.get(id);
    expect([name, planned?.crons.map(({ text }) => text)]).toEqual([name, crons]);
    expect([name, planned?.triggers.map(({ event }) => event)]).toEqual([name, events]);
  }
  const next = (name: string) => described.find((fn) => fn.name === name)?.nextAt?.toISOString();
  expect(next("sweep-deliveries")).toBe("2026-11-23T03:01:00.000Z");
  expect(next("ensure-partitions")).toBe("2026-11-23T06:23:00.000Z");
  expect(next("dispatch-deliveries")).toBeUndefined();
});
