import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { AGENT_RUN_CLAIM_MS } from "../../platform/limits";
import { cancelRun } from "./cancel-run";
import { type ClaimedRun, claimTest, takeTurn } from "./claim-run";
import { endHeldRun } from "./end-run";
import { readRun } from "./queries";
import { readLease, renewLease } from "./renew-lease";
import { startRun } from "./start-run";

const database = useTestDatabase();
const MINUTE_MS = Math.floor(Date.now() / 60_000) * 60_000;
const SUCCEEDED = { state: "succeeded", code: null, message: null, result: null } as const;
let scene: ConnectorScene;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: MINUTE_MS + 1_000 });
  scene = await createConnectorScene(database, { url: "http://127.0.0.1:9", token: "unused" });
});
afterEach(() => vi.useRealTimers());

async function enqueue(count: number, inScene = scene): Promise<string[]> {
  const { memberId, recordId } = inScene;
  const connectorId = await inScene.connector();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await startRun(memberId, connectorId, "summarize-record", { recordId })).id);
  return ids;
}

async function claimAtOnce(workers: number, { billingEntityId } = scene): Promise<ClaimedRun[]> {
  const turns = await Promise.all(Array.from({ length: workers }, (_, n) => takeTurn(billingEntityId, `worker ${n}`)));
  const runs = turns.flatMap((turn) => (turn.kind === "run" ? [turn.run] : []));
  return runs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const endAll = (runs: readonly ClaimedRun[]) =>
  Promise.all(runs.map(({ id, token }) => endHeldRun(id, token, SUCCEEDED)));

test("gives forty workers three runs at once and ten a minute, oldest first, per billing entity", async () => {
  const other = await createConnectorScene(database, { url: "http://127.0.0.1:9", token: "unused" });
  const [ids, otherIds] = [await enqueue(14), await enqueue(4, other)];
  const claimed: string[] = [];
  for (const expected of [3, 3, 3, 1]) {
    const runs = await claimAtOnce(40);
    expect(runs).toHaveLength(expected);
    claimed.push(...runs.map(({ id }) => id));
    await endAll(runs);
  }
  expect(claimed).toEqual(ids.slice(0, 10));
  expect(await takeTurn(scene.billingEntityId, "late")).toEqual({ kind: "later", at: new Date(MINUTE_MS + 60_000) });
  expect((await claimAtOnce(40, other)).map(({ id }) => id)).toEqual(otherIds.slice(0, 3));
  vi.setSystemTime(MINUTE_MS + 59_999);
  expect(await claimAtOnce(40)).toEqual([]);
  vi.setSystemTime(MINUTE_MS + 60_000);
  const next = await claimAtOnce(40);
  expect(next.map(({ id }) => id)).toEqual(ids.slice(10, 13));
  await endAll(next);
  expect((await claimAtOnce(40)).map(({ id }) => id)).toEqual(ids.slice(13));
});

test("workers that claim and end side by side never have more than three, nor start an eleventh", async () => {
  await enqueue(20);
  let [open, most, started] = [0, 0, 0];
  const work = async (worker: string): Promise<void> => {
    // A worker may find all three places taken for several turns while the minute still has room.
    for (let turn = 0; turn < 6 || started < 10; turn += 1) {
      const next = await takeTurn(scene.billingEntityId, `${worker} ${turn}`);
      if (next.kind !== "run") continue;
      open += 1;
      started += 1;
      most = Math.max(most, open);
      await sleep(5);
      open -= 1;
      await endHeldRun(next.run.id, next.run.token, SUCCEEDED);
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, n) => work(`worker ${n}`)));
  expect(started).toBe(10);
  expect(most).toBeLessThanOrEqual(3);
  const states = await database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM agent_runs WHERE billing_entity_id = $1 AND state = 'QUEUED'",
    [scene.billingEntityId],
  );
  expect(states).toEqual([{ n: 10 }]);
});

test("an expired lease frees its place, its run goes first, and its worker does not get it back", async () => {
  const ids = await enqueue(5);
  const [first, second, third] = await claimAtOnce(3);
  if (!first || !second || !third) throw new Error("Three places are free.");
  vi.setSystemTime(Date.now() + AGENT_RUN_CLAIM_MS);
  for (const run of [first, third]) expect(await renewLease(run)).toBe("held");
  expect(await takeTurn(scene.billingEntityId, "too early")).toEqual({ kind: "none" });
  vi.setSystemTime(Date.now() + 1);
  // Nobody has claimed the run yet, but its place may have been given to another.
  expect([await readLease(second), await renewLease(second)]).toEqual(["lost", "lost"]);
  const again = await takeTurn(scene.billingEntityId, "another");
  expect(again).toMatchObject({ kind: "run", run: { id: ids[1], attempts: 2 } });
  expect(await endHeldRun(second.id, second.token, SUCCEEDED)).toBe(false);
  expect(await takeTurn(scene.billingEntityId, "yet another")).toEqual({ kind: "none" });
});

test("counts the start of an interrupted run once", async () => {
  const ids = await enqueue(12);
  for (const expected of [3, 3, 3, 1]) {
    const runs = await claimAtOnce(5);
    expect(runs).toHaveLength(expected);
    if (expected === 3) await endAll(runs);
  }
  vi.setSystemTime(Date.now() + AGENT_RUN_CLAIM_MS + 1);
  expect((await claimAtOnce(5)).map(({ id }) => id)).toEqual(ids.slice(9, 10));
  // The run started in the minute before, so the next minute has all ten starts.
  vi.setSystemTime(MINUTE_MS + 60_000);
  expect((await claimAtOnce(5)).map(({ id }) => id)).toEqual(ids.slice(9, 12));
});

test("a worker that comes back waits until its own lease has expired, and goes on", async () => {
  const [id] = await enqueue(2);
  await takeTurn(scene.billingEntityId, "worker");
  const until = new Date(Date.now() + AGENT_RUN_CLAIM_MS + 1);
  expect(await takeTurn(scene.billingEntityId, "worker")).toEqual({ kind: "later", at: until });
  vi.setSystemTime(until);
  expect(await takeTurn(scene.billingEntityId, "worker")).toMatchObject({ kind: "run", run: { id, attempts: 2 } });
});

test("runs connection tests outside the queue", async () => {
  const connectorId = await scene.connector();
  const tests: string[] = [];
  for (let n = 0; n < 4; n += 1) tests.push((await startRun(scene.managerId, connectorId, "test-connection", {})).id);
  for (const id of tests) expect(await claimTest(id, "worker")).toMatchObject({ id });
  await enqueue(4);
  const runs = await claimAtOnce(10);
  expect(runs).toHaveLength(3);
  expect(await claimTest(runs[0]?.id ?? "", "worker")).toBe("held");
  expect(await takeTurn(scene.billingEntityId, "worker")).toEqual({ kind: "none" });
});

test("a run that is cancelled while it is being claimed either runs or ends, and three places are taken all the same", async () => {
  for (let round = 0; round < 10; round += 1) {
    scene = await createConnectorScene(database, { url: "http://127.0.0.1:9", token: "unused" });
    const ids = await enqueue(5);
    const [oldest = ""] = ids;
    const [, runs] = await Promise.all([cancelRun(scene.memberId, oldest), claimAtOnce(6)]);
    const run = await readRun(scene.memberId, oldest);
    const isClaimed = runs.some(({ id }) => id === oldest);
    expect(run.state).toBe(isClaimed ? "running" : "cancelled");
    expect(run.cancelRequestedAt === null).toBe(!isClaimed);
    expect(runs.map(({ id }) => id)).toEqual(isClaimed ? ids.slice(0, 3) : ids.slice(1, 4));
  }
});
