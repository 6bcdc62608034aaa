import { isDeepStrictEqual } from "node:util";
import { serve } from "inngest/edge";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually, untilTrue } from "../../../e2e/support/scenes/eventually";
import { type Gateway, startGateway } from "../../../e2e/support/servers/gateway";
import { inngest } from "../../../inngest/client";
import { embeddedEvents } from "../../../inngest/embedded/event-entry";
import { type Runner, type RunnerOptions, startRunner } from "../../../inngest/embedded/runner";
import { runAgent, testConnector } from "../../../inngest/run-agent";
import { connectSignals, type Signal } from "../../platform/background";
import { newId } from "../../platform/ids";
import {
  AGENT_RUN_ATTEMPTS_MAX,
  agentConcurrentRuns,
  agentRunsPerMinute,
  GATEWAY_CALL_TIMEOUT_MS,
} from "../../platform/limits";
import { cancelRun } from "./cancel-run";
import { takeTurn } from "./claim-run";
import { executeNextRun } from "./execute-run";
import { listRuns, type RunDetail, readRun } from "./queries";
import { startRun } from "./start-run";
import { abandonRunsOf, abandonTest, sweepRuns } from "./sweep-runs";

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
  vi.useRealTimers();
  gateway.release(100);
  connectSignals(() => Promise.resolve());
  await Promise.all(runners.splice(0).map((runner) => runner.stop(2_000)));
  await database.query("TRUNCATE agent_runs, runner_events, runner_runs CASCADE");
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

test("14 runs at once: three together, ten in their minute, the others with the next, oldest first", async () => {
  const minuteMs = Math.floor(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ toFake: ["Date"], now: minuteMs + 5_000 });
  await startFunctions();
  const connector = await scene.connector({ behaviour: "hold", toolProfile: "read_only" });
  const ids: string[] = [];
  for (let n = 0; n < 14; n += 1) ids.push((await summarize(connector)).id);
  const settle = (running: number, ended: number) =>
    untilTrue(async () => {
      const [runner] = await database.query<{ due: number; taken: number }>(
        `SELECT (count(*) FILTER (WHERE leased_by IS NULL AND wake_at <= $1))::int AS due, count(leased_by)::int AS taken
         FROM runner_runs WHERE state = 'READY'`,
        [new Date()],
      );
      const found = [runner, await countOf("running"), gateway.open.now, await countOf("succeeded")];
      return isDeepStrictEqual(found, [{ due: 0, taken: running }, running, running, ended]);
    });
  const answerOne = () => {
    vi.setSystemTime(Date.now() + 10);
    gateway.release(1);
  };
  for (let ended = 0; ended <= 10; ended += 1) {
    await settle(Math.min(agentConcurrentRuns, agentRunsPerMinute - ended), ended);
    if (ended < 10) answerOne();
  }
  vi.setSystemTime(minuteMs + 59_999);
  await settle(0, 10);
  vi.setSystemTime(minuteMs + 60_000);
  for (let ended = 10; ended <= 14; ended += 1) {
    await settle(Math.min(agentConcurrentRuns, 14 - ended), ended);
    answerOne();
  }
  expect(gateway.open.most).toBe(agentConcurrentRuns);
  const began = await database.query<{ id: string }>("SELECT id FROM agent_runs ORDER BY started_at, id");
  expect(began.map(({ id }) => id)).toEqual(ids);
});

test("runs of another billing entity, and tests of connections, do not wait for these", async () => {
  await startFunctions();
  const connector = await scene.connector({ behaviour: "hold" });
  for (let n = 0; n < agentConcurrentRuns; n += 1) await summarize(connector);
  await eventually(() => expect(gateway.open.now).toBe(agentConcurrentRuns));
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
  expect(await executeNextRun(scene.billingEntityId, "worker")).toBeNull();
  expect(gateway.calls).toEqual([]);
  const done = await scene.run(scene.memberId, connector, "summarize-record", { recordId: scene.recordId });
  expect(await cancelRun(scene.memberId, done.id)).toMatchObject({ state: "succeeded", cancelRequestedAt: null });
});

test.each(["hang", "half", "drip"])(
  "a run whose gateway does %s is cancelled long before the gateway's time is up",
  async (behaviour) => {
    const connector = await scene.connector({ behaviour });
    const { id } = await startRun(scene.memberId, connector, "reply-to-room", {
      roomId: scene.roomId,
      instruction: "Hi",
    });
    const running = scene.work(id);
    await eventually(() => expect(gateway.open.now).toBe(1));
    const left = gateway.left.count;
    const askedMs = Date.now();
    await cancelRun(scene.managerId, id);
    await running;
    await eventually(() => expect(gateway.left.count).toBe(left + 1));
    expect(gateway.left.lastAtMs - askedMs).toBeLessThan(GATEWAY_CALL_TIMEOUT_MS / 2);
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

test("two processes that are woken for one run: one works on it", async () => {
  const connector = await scene.connector({ behaviour: "hold" });
  await summarize(connector);
  const first = executeNextRun(scene.billingEntityId, "one");
  await eventually(() => expect(gateway.open.now).toBe(1));
  expect(await executeNextRun(scene.billingEntityId, "another")).toBeNull();
  gateway.release(1);
  expect(await first).toBeNull();
  expect(await executeNextRun(scene.billingEntityId, "another")).toBeNull();
  expect(gateway.calls).toHaveLength(1);
});

async function abandon(id: string, fields = ""): Promise<void> {
  await database.query(
    `UPDATE agent_runs SET state = 'RUNNING', claim_token = 'gone', claimed_at = '2020-01-01', started_at = '2020-01-01' ${fields} WHERE id = $1`,
    [id],
  );
}

test("resumes an interrupted run without a second call, write or charge", async () => {
  gateway.say.tasks = [1, 2, 3, 4].map((n) => ({ title: `Task ${n}` }));
  const connector = await scene.connector();
  const { id } = await startRun(scene.memberId, connector, "generate-tasks", { recordId: scene.recordId });
  await scene.work(id);
  const before = await readRun(scene.memberId, id);
  expect(before.written).toHaveLength(4);
  // Two of four tasks had been written when the process died.
  await abandon(id, ", written = (written - 3) - 2, answer = answer, finished_at = NULL, units_charged = 0");
  await database.query("DELETE FROM tasks WHERE title IN ('Task 3', 'Task 4')");
  gateway.say.tasks = [{ title: "Something else" }];
  await scene.work(id);
  const after = await readRun(scene.memberId, id);
  expect(after).toMatchObject({ state: "succeeded", unitsCharged: 20 });
  expect(after.written.slice(0, 2)).toEqual(before.written.slice(0, 2));
  const titles = await database.query("SELECT title FROM tasks WHERE room_id = $1 ORDER BY id", [scene.roomId]);
  expect(titles).toEqual([1, 2, 3, 4].map((n) => ({ title: `Task ${n}` })));
  expect(gateway.calls).toHaveLength(1);
});

test("ignores a process that returns after its run was taken over", async () => {
  const connector = await scene.connector({ behaviour: "hold" });
  const { id } = await startRun(scene.memberId, connector, "reply-to-room", {
    roomId: scene.roomId,
    instruction: "Hi",
  });
  const late = scene.work(id);
  await eventually(() => expect(gateway.open.now).toBe(1));
  await abandon(id);
  await database.query("UPDATE connectors SET gateway_base_url = replace(gateway_base_url, '127.0.0.1', 'localhost')");
  const second = scene.work(id);
  await eventually(() => expect(gateway.open.now).toBe(1));
  await late;
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

test("sweeps runs without a wake-up and ends those that nobody can finish", async () => {
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
  await eventually(async () => {
    expect(await read(worn)).toMatchObject({ state: "failed", reason: { code: "interrupted" }, unitsCharged: 0 });
    expect(await read(cancelled)).toMatchObject({ state: "cancelled" });
  });
  await eventually(async () => expect((await read(left)).state).toBe("succeeded"));
  expect(gateway.calls).toHaveLength(2);
});

test("signals a run again after its event was lost", async () => {
  // Inngest accepts an id once in 24 hours, and a function run may be lost after that.
  const seen = new Set<string>();
  let isLosing = true;
  await startFunctions();
  connectSignals(async (signals) => {
    const fresh = signals.filter(({ id }) => id === undefined || !seen.has(id));
    for (const { id } of fresh) if (id !== undefined) seen.add(id);
    if (!isLosing && fresh.length > 0)
      await inngest.send(fresh.map((event) => ({ ...event, data: { ...event.data } })));
  });
  const connector = await scene.connector();
  const ids = [(await summarize(connector)).id, (await summarize(connector)).id];
  const check = await startRun(scene.managerId, connector, "test-connection", {});
  await database.query("UPDATE agent_runs SET created_at = $1", [new Date(Date.now() - 2 * 60_000)]);
  for (let minute = 0; minute < 3; minute += 1) await sweepRuns();
  expect(await states()).toEqual(["queued", "queued", "queued"]);
  isLosing = false;
  await sweepRuns();
  await eventually(async () => expect(await states()).toEqual(["succeeded", "succeeded", "succeeded"]));
  expect(ids).not.toContain(check.id);
});

test("ends abandoned runs with a reason and continues the queue", async () => {
  const told: Signal[] = [];
  connectSignals((signals) => Promise.resolve(told.push(...signals)));
  const connector = await scene.connector();
  const [{ id: given }, { id: other }] = [await summarize(connector), await summarize(connector)];
  await takeTurn(scene.billingEntityId, "worker");
  await takeTurn(scene.billingEntityId, "worker 2");
  // The run's process seems alive, so the run is left alone.
  await abandonRunsOf("worker", scene.billingEntityId);
  expect(await readRun(scene.memberId, given)).toMatchObject({ state: "running" });
  await database.query("UPDATE agent_runs SET claimed_at = 'epoch'");
  told.length = 0;
  await abandonRunsOf("worker", scene.billingEntityId);
  expect(await readRun(scene.memberId, given)).toMatchObject({ state: "failed", reason: { code: "internal_error" } });
  expect(await readRun(scene.memberId, other)).toMatchObject({ state: "running" });
  expect(told).toEqual([{ name: "connectors/agent-run.queued", data: { billingEntityId: scene.billingEntityId } }]);
  const check = await startRun(scene.managerId, connector, "test-connection", {});
  await abandonTest(check.id);
  expect(await readRun(scene.managerId, check.id)).toMatchObject({ reason: { code: "internal_error" } });
  await abandonTest(newId("run"));
});
