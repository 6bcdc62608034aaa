import { afterEach, expect, test, vi } from "vitest";
import { pathTo, START, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { drainDuring } from "../../../e2e/support/scenes/drain-during";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { type SentStatement, watchStatements } from "../../../e2e/support/scenes/watched-database";
import { pool } from "../../db/pool";
import { PLAN_BY_INDEX, PLAN_FREELY } from "../../db/transaction";
import { connectSignals, type Signal } from "../../platform/background";
import { WEBHOOK_CLAIM_MS } from "../../platform/limits";
import { deleteWebhook } from "../settings/delete";
import { makeAttempt } from "./attempt";
import { type ClaimedDelivery, claimDeliveries } from "./claim";
import { drainDeliveries } from "./dispatch";
import { createSlots } from "./slots";

const { database, at, register, emit, readHistory, readStates } = useDeliveries();

// Deliveries that a test leaves would take the slots of the host that all tests share.
afterEach(() => database.query("DELETE FROM deliveries"));

async function claimOne(): Promise<ClaimedDelivery> {
  const [delivery, ...others] = (await claimDeliveries(createSlots())).deliveries;
  if (!delivery) throw new Error("nothing was claimed");
  expect(others).toEqual([]);
  return delivery;
}

test("a lapsed claim is claimed again, and its first attempt changes nothing", async () => {
  const path = pathTo("200");
  const { id } = await register(path);
  await emit("message.created");
  const lost = await claimOne();
  expect(await claimDeliveries(createSlots())).toEqual({ deliveries: [], isMore: false });
  vi.setSystemTime(START + WEBHOOK_CLAIM_MS - 1);
  expect(await claimDeliveries(createSlots())).toEqual({ deliveries: [], isMore: false });
  vi.setSystemTime(START + WEBHOOK_CLAIM_MS);
  const held = await claimOne();
  expect([held.id, held.attempt]).toEqual([lost.id, 1]);
  await makeAttempt(lost);
  expect(await readStates(id)).toEqual(["PENDING"]);
  await makeAttempt(held);
  expect(await readStates(id)).toEqual(["SUCCEEDED"]);
  expect(new Set(at(path).map(({ headers }) => headers["svc-webhook-delivery"]))).toEqual(new Set([held.id]));
  expect(await readHistory(id)).toHaveLength(2);
});

test("an attempt that ends after its webhook was deleted leaves nothing, under its lease or after it", async () => {
  const { id, access } = await register(pathTo("200"));
  await emit("message.created");
  const lapsed = await claimOne();
  vi.setSystemTime(START + WEBHOOK_CLAIM_MS);
  const held = await claimOne();
  await deleteWebhook(access, "Receiver");
  await makeAttempt(held);
  await makeAttempt(lapsed);
  expect([await readHistory(id), await readStates(id)]).toEqual([[], []]);
});

interface Plan {
  "Relation Name"?: string;
  "Index Name"?: string;
  "Node Type": string;
  Plans?: Plan[];
}
const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

async function explain({ text, values }: SentStatement): Promise<Plan[]> {
  const client = await pool().connect();
  try {
    await client.query(PLAN_BY_INDEX);
    await client.query(`PREPARE claim AS ${text}`);
    const write = (value: unknown) => {
      if (value instanceof Date) return value.toISOString();
      return Array.isArray(value) ? `{${value.join(",")}}` : String(value);
    };
    const literals = values.map((value) => `'${write(value)}'`);
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE claim (${literals.join(", ")})`,
    );
    return (rows[0]?.["QUERY PLAN"] ?? []).flatMap((explained) => flatten(explained.Plan));
  } finally {
    await client.query(`DEALLOCATE claim; ${PLAN_FREELY}`);
    client.release();
  }
}

const EMPTY = "empty";
// A plan lives as long as its connection: one made with a full queue must also suit an almost empty one.
test.each([EMPTY, "full of waiting deliveries"])(
  "a claim reads the queue and not the history when the table was last seen %s",
  async (seen) => {
    if (seen === EMPTY) await database.query("VACUUM ANALYZE deliveries");
    const { id } = await register(pathTo("200"));
    await emit("message.created");
    await database.query(
      `WITH made AS (
       INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
       SELECT id || n, room_id, name, url, events, api_version, created_at, updated_at
       FROM webhooks, generate_series(1, 200) n WHERE id = $1 RETURNING id)
     INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id,
       next_attempt_at, created_at)
     SELECT gen_random_uuid(), m.id, d.event_id, d.event_type, d.event_at, d.object_type, d.object_id, d.billing_entity_id,
       d.next_attempt_at, d.created_at
     FROM made m, deliveries d, generate_series(1, 25)`,
      [id],
    );
    await database.query("UPDATE deliveries SET next_attempt_at = next_attempt_at - random() * interval '1 minute'");
    if (seen !== EMPTY) await database.query("ANALYZE deliveries");
    const watched = watchStatements();
    await claimDeliveries(createSlots());
    const [list, claim] = watched.list();
    watched.end();
    if (!list || !claim) throw new Error("nothing was asked of the database");
    const nodes = [...(await explain(list)), ...(await explain(claim))];
    const indexes = nodes.flatMap((node) => node["Index Name"] ?? []).filter((name) => name.startsWith("deliveries"));
    expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
    expect(indexes.filter((name) => name === "deliveries_due_idx")).toHaveLength(3);
    expect(new Set(indexes)).toEqual(new Set(["deliveries_due_idx", "deliveries_waiting_pkey"]));
  },
);

test("events during a drain join it, and later ones start a background function", async () => {
  const woken: Signal[] = [];
  connectSignals((signals) => {
    woken.push(...signals);
    return Promise.resolve();
  });
  const path = pathTo("200");
  await register(path);
  await emit("message.created");
  await eventually(() => expect(woken).toHaveLength(1));
  const drained = await drainDuring(async () => {
    for (let n = 1; n <= 3; n += 1) {
      await eventually(() => expect(at(path)).toHaveLength(n));
      await emit("message.created");
    }
    await eventually(() => expect(at(path)).toHaveLength(4));
  });
  expect(drained).toEqual({ attempted: 4, isMore: false });
  expect([at(path).length, woken.length]).toEqual([4, 1]);
  await emit("message.created");
  await eventually(() => expect(woken).toHaveLength(2));
});

test("a drain that hits its deadline passes on the notification", async () => {
  const woken: Signal[] = [];
  connectSignals((signals) => {
    woken.push(...signals);
    return Promise.resolve();
  });
  const path = pathTo("200");
  await register(path);
  await emit("message.created");
  await eventually(() => expect(woken).toHaveLength(1));
  const draining = drainDeliveries(60_000);
  await eventually(() => expect(at(path)).toHaveLength(1));
  const later = performance.now() + 120_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  await emit("message.created");
  expect(await draining).toEqual({ attempted: 1, isMore: true });
  clock.mockRestore();
  await eventually(() => expect(woken).toHaveLength(2));
  expect(await drainDeliveries()).toEqual({ attempted: 1, isMore: false });
});
