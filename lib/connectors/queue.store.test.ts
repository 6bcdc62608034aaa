import { serve } from "inngest/edge";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../e2e/support/connector-scene";
import { useTestDatabase } from "../../e2e/support/database";
import { type Gateway, startGateway } from "../../e2e/support/gateway";
import { eventually } from "../../e2e/support/runner";
import { inngest } from "../../inngest/client";
import { embeddedEvents } from "../../inngest/embedded/event-door";
import { type Runner, type RunnerOptions, startRunner } from "../../inngest/embedded/runner";
import { runAgent, testConnector } from "../../inngest/run-agent";
import { connectSignals } from "../platform/background";
import { newId } from "../platform/ids";
import { AGENT_RUN_ATTEMPTS_MAX, agentConcurrentRuns, agentRunsPerMinute } from "../platform/limits";
import { executeRun } from "./execute-run";
import type { RunDetail } from "./run";
import { cancelRun, listRuns, readRun } from "./run-store";
import { startRun } from "./start-run";
import { giveUpRun, sweepRuns } from "./sweep-store";

const database = useTestDatabase();
let gateway: Gateway;
let scene: ConnectorScene;
const runners: Runner[] = [];

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  scene = await createConnectorScene(database, gateway);
  gateway.calls.length = 0;
  gateway.open.most = 0;
});
afterEach(async () => {
  gateway.release(100);
  connectSignals(() => Promise.resolve());
  await Promise.all(runners.splice(0).map((runner) => runner.stop(2_000)));
  await database.query("TRUNCATE agent_runs, runner_events, runner_runs, runner_throttles CASCADE");
});

async function startFunctions(options: Partial<RunnerOptions> = {}): Promise<void> {
  connectSignals((signals) => inngest.send(signals.map((signal) => ({ ...signal, data: { ...signal.data } }))));
  const handler = serve({ client: inngest, functions: [runAgent, testConnector] });
  runners.push(await startRunner({ handler, door: embeddedEvents(), pollMs: 50, ...options }));
}

const summarize = (connectorId: string) =>
  startRun(scene.memberId, connectorId, "summarize-record", { recordId: scene.recordId });
const states = async (): Promise<string[]> =>
  (await listRuns(scene.managerId, { limit: 50 })).runs.toReversed().map(({ state }) => state);
const countOf = async (state: string) => (await states()).filter((found) => found === state).length;

test("14 runs at once: ten start within the first minute, never more than three together, in their order", async () => {
  let nowMs = Date.now();
  // By this clock a lease lasts for all of it: its heart beats in real time.
  await startFunctions({ nowMs: () => nowMs, leaseMs: 3_600_000 });
  const connector = await scene.connector({ behaviour: "hold", toolProfile: "read_only" });
  const ids: string[] = [];
  for (let n = 0; n < 14; n += 1) ids.push((await summarize(connector)).id);
  const startMs = nowMs;
  const startedAt: number[] = [];
  /** What is due and fits has been started before the clock goes on. */
  const settle = async () => {
    await eventually(async () => {
      const [due] = await database.query<{ free: number; taken: number }>(
        `SELECT (count(*) FILTER (WHERE leased_by IS NULL AND wake_at <= $1))::int AS free, count(leased_by)::int AS taken
         FROM runner_runs WHERE state = 'READY'`,
        [new Date(nowMs)],
      );
      const busy = await countOf("running");
      expect(due?.free === 0 || busy === agentConcurrentRuns).toBe(true);
      // What was taken is on its way to the gateway until it is there.
      expect([due?.taken, gateway.open.now]).toEqual([busy, busy]);
    });
    while (startedAt.length < gateway.calls.length) startedAt.push(nowMs - startMs);
  };
  // For half a minute no agent answers; then each answers as soon as it is asked.
  for (; startedAt.length < 14 && nowMs < startMs + 180_000; nowMs += 1_000) {
    await settle();
    while (nowMs - startMs >= 30_000 && gateway.open.now > 0) {
      const ended = (await countOf("succeeded")) + gateway.open.now;
      gateway.release(gateway.open.now);
      await eventually(async () => expect(await countOf("succeeded")).toBe(ended));
      await settle();
    }
  }
  expect(startedAt.filter((atMs) => atMs < 60_000)).toHaveLength(agentRunsPerMinute);
  expect(startedAt).toHaveLength(14);
  // What waited for a place among three starts as soon as there is one; what waits for its minute, six seconds apart.
  expect(startedAt).toEqual([0, 6, 12, 30, 30, 30, 36, 42, 48, 54, 60, 66, 72, 78].map((seconds) => seconds * 1_000));
  expect(gateway.open.most).toBe(agentConcurrentRuns);
  const began = await database.query<{ id: string }>("SELECT id FROM agent_runs ORDER BY started_at, id");
  expect(began.map(({ id }) => id)).toEqual(ids);
}, 60_000);

test("runs of another billing entity, and tests of connections, do not wait for these", async () => {
  await startFunctions();
  const connector = await scene.connector({ behaviour: "hold" });
  await summarize(connector);
  await eventually(() => expect(gateway.open.now).toBe(1));
  await summarize(connector);
  const foreign = await createConnectorScene(database, gateway);
  const theirs = await foreign.connector();
  const run = await startRun(foreign.memberId, theirs, "summarize-record", { recordId: foreign.recordId });
  const check = await startRun(scene.managerId, connector, "test-connection", {});
  await eventually(async () => {
    expect((await readRun(foreign.memberId, run.id)).state).toBe("succeeded");
    expect((await readRun(scene.managerId, check.id)).state).toBe("succeeded");
  });
  expect(await countOf("queued")).toBe(1);
});

test("a run that waits is cancelled at once and never reaches the gateway", async () => {
  const connector = await scene.connector();
  const { id } = await summarize(connector);
  expect(await cancelRun(scene.memberId, id)).toMatchObject({ state: "cancelled", reason: { code: "cancelled" } });
  expect(await executeRun(id)).toBe("over");
  expect(gateway.calls).toEqual([]);
  // Again, it stays as it is; one that succeeded is not undone.
  const done = await scene.run(scene.memberId, connector, "summarize-record", { recordId: scene.recordId });
  expect(await cancelRun(scene.memberId, done.id)).toMatchObject({ state: "succeeded", cancelRequestedAt: null });
});

test.each(["hang", "half", "drip"])(
  "a run that talks to a gateway that does %s is cancelled within a second",
  async (behaviour) => {
    const connector = await scene.connector({ behaviour });
    const { id } = await startRun(scene.memberId, connector, "reply-to-room", {
      roomId: scene.roomId,
      instruction: "Hi",
    });
    const running = executeRun(id);
    await eventually(() => expect(gateway.open.now).toBe(1));
    const left = gateway.left.count;
    const askedMs = Date.now();
    await cancelRun(scene.managerId, id);
    await running;
    await eventually(() => expect(gateway.left.count).toBe(left + 1));
    expect(gateway.left.lastAtMs - askedMs).toBeLessThan(1_000);
    const run = await readRun(scene.memberId, id);
    expect(run).toMatchObject({ state: "cancelled", reason: { code: "cancelled" }, unitsCharged: 0, written: [] });
    expect(run.steps.map(({ state }) => state)).toEqual(["passed", "failed", "skipped", "skipped"]);
    const [ledger] = await database.query<{ reserved: number }>(
      "SELECT reserved FROM unit_ledger WHERE billing_entity_id = $1",
      [scene.billingEntityId],
    );
    expect(ledger?.reserved).toBe(0);
  },
);

test("two processes that are given the same run: one works on it", async () => {
  const connector = await scene.connector({ behaviour: "hold" });
  const { id } = await summarize(connector);
  const first = executeRun(id);
  await eventually(() => expect(gateway.open.now).toBe(1));
  expect(await executeRun(id)).toBe("held");
  gateway.release(1);
  expect(await first).toBe("over");
  expect(await executeRun(id)).toBe("over");
  expect(gateway.calls).toHaveLength(1);
});

/** As if the process that has the run had been gone for a long time. */
async function abandon(id: string, fields = ""): Promise<void> {
  await database.query(
    `UPDATE agent_runs SET state = 'RUNNING', claim_token = 'gone', claimed_at = '2020-01-01', started_at = '2020-01-01' ${fields} WHERE id = $1`,
    [id],
  );
}

test("a run that is taken up again asks no second time, writes each thing once and pays once", async () => {
  gateway.say.tasks = [1, 2, 3, 4].map((n) => ({ title: `Task ${n}` }));
  const connector = await scene.connector();
  const { id } = await startRun(scene.memberId, connector, "generate-tasks", { recordId: scene.recordId });
  await executeRun(id);
  const before = await readRun(scene.memberId, id);
  expect(before.written).toHaveLength(4);
  // Two of four had been written when the process went.
  await abandon(id, ", written = (written - 3) - 2, answer = answer, finished_at = NULL, units_charged = 0");
  await database.query("DELETE FROM tasks WHERE title IN ('Task 3', 'Task 4')");
  gateway.say.tasks = [{ title: "Something else" }];
  await executeRun(id);
  const after = await readRun(scene.memberId, id);
  expect(after).toMatchObject({ state: "succeeded", unitsCharged: 20 });
  expect(after.written.slice(0, 2)).toEqual(before.written.slice(0, 2));
  const titles = await database.query("SELECT title FROM tasks WHERE room_id = $1 ORDER BY id", [scene.roomId]);
  expect(titles).toEqual([1, 2, 3, 4].map((n) => ({ title: `Task ${n}` })));
  expect(gateway.calls).toHaveLength(1);
});

test("a process that comes back after its run was taken over changes nothing any more", async () => {
  const connector = await scene.connector({ behaviour: "hold" });
  const { id } = await startRun(scene.memberId, connector, "reply-to-room", {
    roomId: scene.roomId,
    instruction: "Hi",
  });
  const late = executeRun(id);
  await eventually(() => expect(gateway.open.now).toBe(1));
  await abandon(id);
  await database.query("UPDATE connectors SET gateway_base_url = replace(gateway_base_url, '127.0.0.1', 'localhost')");
  const second = executeRun(id);
  // The first hears that it has lost the run, and hangs up.
  await eventually(() => expect(gateway.open.now).toBe(1));
  expect(await late).toBe("over");
  await eventually(() => expect(gateway.calls).toHaveLength(2));
  gateway.release(2);
  await second;
  const { host } = new URL(gateway.url);
  expect(await readRun(scene.memberId, id)).toMatchObject({
    state: "succeeded",
    unitsCharged: 20,
    sentIds: [scene.roomId],
    gatewayHost: `${host}, ${host.replace("127.0.0.1", "localhost")}`,
  });
  expect(await database.query("SELECT 1 FROM messages WHERE room_id = $1", [scene.roomId])).toHaveLength(1);
});

test("the sweep wakes what nobody was woken for, and ends what nobody can finish", async () => {
  const connector = await scene.connector();
  const start = async () => (await summarize(connector)).id;
  const [lost, old, left, worn, cancelled] = [
    await start(),
    await start(),
    await start(),
    await start(),
    await start(),
  ];
  const age = (id: string, minutes: number) =>
    database.query("UPDATE agent_runs SET created_at = $2 WHERE id = $1", [
      id,
      new Date(Date.now() - minutes * 60_000),
    ]);
  await age(lost, 2);
  await age(old, 61);
  await abandon(left, ", attempts = 1");
  await abandon(worn, `, attempts = ${AGENT_RUN_ATTEMPTS_MAX}`);
  await abandon(cancelled, ", cancel_requested_at = now()");
  await startFunctions();
  await sweepRuns();
  await sweepRuns();
  const read = (id: string): Promise<RunDetail> => readRun(scene.memberId, id);
  await eventually(async () => expect((await read(lost)).state).toBe("succeeded"));
  expect(await read(old)).toMatchObject({ state: "timed_out", reason: { code: "queue_timeout" } });
  expect(await read(worn)).toMatchObject({ state: "failed", reason: { code: "interrupted" }, unitsCharged: 0 });
  expect(await read(cancelled)).toMatchObject({ state: "cancelled" });
  await eventually(async () => expect((await read(left)).state).toBe("succeeded"), 15_000);
  expect(gateway.calls).toHaveLength(2);
});

test("what the background functions have given up is ended with a reason", async () => {
  const connector = await scene.connector();
  const { id } = await summarize(connector);
  await giveUpRun(id);
  expect(await readRun(scene.memberId, id)).toMatchObject({ state: "failed", reason: { code: "internal_error" } });
  await giveUpRun(newId("run"));
});
