import type { ChildProcess } from "node:child_process";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../support/scenes/connector-scene";
import { eventually } from "../support/scenes/eventually";
import { IS_NIGHT } from "../support/scenes/night";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import type { Order } from "../support/servers/child";
import { hear, kill, startKillable } from "../support/servers/child-process";
import { type Gateway, startGateway } from "../support/servers/gateway";

const SCENES = IS_NIGHT ? 6 : 3;
const TASKS = 50;

describe("processes that are killed while agents run", () => {
  const database = useScratchDatabase();
  const children: ChildProcess[] = [];
  let gateway: Gateway;
  let scenes: ConnectorScene[];

  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());
  // Billing entities of their own: none waits for another.
  beforeEach(async () => {
    gateway.calls.length = 0;
    scenes = await Promise.all(Array.from({ length: SCENES }, () => createConnectorScene(database, gateway)));
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => kill(child)));
  });

  async function startChild(): Promise<ChildProcess> {
    const child = await startKillable("runAgents", database.url);
    children.push(child);
    return child;
  }

  async function order(child: ChildProcess, orders: readonly Order[]): Promise<void> {
    const accepted = hear(child, "accepted");
    child.send([...orders]);
    await accepted;
  }

  async function waitForRuns(connectors: readonly string[]): Promise<Record<string, unknown>[]> {
    return eventually(async () => {
      const runs = await database.query(
        `SELECT state, reason_code, units_charged, attempts, connector_id, jsonb_array_length(written) AS written
         FROM agent_runs WHERE connector_id = ANY($1)`,
        [connectors],
      );
      expect(runs).toHaveLength(connectors.length);
      for (const { state } of runs) expect(["QUEUED", "RUNNING"]).not.toContain(state);
      return runs;
    });
  }

  /** The agents answer that many calls again and again until the wait is over. */
  async function answerUntil<T>(count: number, wait: () => Promise<T>): Promise<T> {
    const answering = setInterval(() => gateway.release(count), 300);
    try {
      return await wait();
    } finally {
      clearInterval(answering);
    }
  }

  /** No task with this title is written before the release, so that a kill falls between the first tasks and the last. */
  async function holdTasks(title: string): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$;
      CREATE TRIGGER wait_for_test BEFORE INSERT ON tasks FOR EACH ROW WHEN (NEW.title = '${title}')
        EXECUTE FUNCTION wait_for_test();`);
    await client.query("BEGIN; SELECT pg_advisory_xact_lock(1)");
    return async () => {
      await client.query("COMMIT; DROP FUNCTION wait_for_test CASCADE");
      await client.end();
    };
  }

  const good = { state: "SUCCEEDED", reason_code: null, units_charged: 20 };

  /** A run has ended a moment before its units are in the ledger. */
  async function expectPaidOnce(): Promise<void> {
    await eventually(async () => {
      const ledger = await database.query(
        "SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = ANY($1)",
        [scenes.map(({ billingEntityId }) => billingEntityId)],
      );
      expect(ledger).toEqual(scenes.map(() => ({ confirmed: 20, reserved: 0 })));
    });
  }

  test("while the agents respond: they are called again, and each message is posted once", async () => {
    const connectors = await Promise.all(scenes.map((scene) => scene.connector({ behaviour: "hold" })));
    const first = await startChild();
    await order(
      first,
      scenes.map(({ memberId, roomId }, n) => ({
        userId: memberId,
        connectorId: connectors[n] ?? "",
        action: "reply-to-room",
        body: { roomId, instruction: "Say hello" },
      })),
    );
    await eventually(() => expect(gateway.open.now).toBe(SCENES));
    await kill(first);
    await eventually(() => expect(gateway.open.now).toBe(0));
    gateway.release(SCENES);
    await startChild();
    await eventually(() => expect(gateway.open.now).toBe(SCENES));
    for (const run of await answerUntil(SCENES, () => waitForRuns(connectors))) {
      expect(run).toMatchObject({ ...good, written: 1 });
      // A process that a busy machine keeps from renewing its claim begins once more.
      expect(run["attempts"]).toBeGreaterThanOrEqual(2);
    }
    const rooms = await database.query(
      "SELECT room_id, count(*)::int AS n FROM messages WHERE room_id = ANY($1) GROUP BY 1",
      [scenes.map(({ roomId }) => roomId)],
    );
    expect(rooms.map(({ n }) => n)).toEqual(scenes.map(() => 1));
    await expectPaidOnce();
  });

  test("while tasks are written: each is written once, and the agents are not called again", async () => {
    gateway.say.tasks = Array.from({ length: TASKS }, (_, n) => ({ title: `Task ${n}` }));
    const connectors = await Promise.all(scenes.map((scene) => scene.connector()));
    const begun = "SELECT room_id FROM tasks GROUP BY room_id HAVING count(*) > 5";
    const first = await startChild();
    const release = await holdTasks("Task 20");
    await order(
      first,
      scenes.map(({ memberId, recordId }, n) => ({
        userId: memberId,
        connectorId: connectors[n] ?? "",
        action: "generate-tasks",
        body: { recordId },
      })),
    );
    // A run that has not stored its agent's answer calls it again.
    await eventually(async () => expect(await database.query(begun)).toHaveLength(SCENES));
    const calls = gateway.calls.length;
    await kill(first);
    await release();
    await startChild();
    for (const run of await waitForRuns(connectors)) expect(run).toMatchObject({ ...good, written: TASKS });
    const boards = await database.query<{ n: number; titles: number }>(
      "SELECT count(*)::int AS n, count(DISTINCT title)::int AS titles FROM tasks WHERE room_id = ANY($1) GROUP BY room_id",
      [scenes.map(({ roomId }) => roomId)],
    );
    expect(boards).toEqual(scenes.map(() => ({ n: TASKS, titles: TASKS })));
    expect(gateway.calls).toHaveLength(calls);
    await expectPaidOnce();
  });

  // The rest wait for the next minute. lib/agents/runs/queue.store.test.ts and turn.store.test.ts prove it on their own clock.
  if (IS_NIGHT)
    test("while runs of one billing entity queue in two processes: three at once, ten in a minute", async () => {
      const [scene] = scenes;
      if (!scene) throw new Error("There is a scene.");
      const connector = await scene.connector({ behaviour: "hold", toolProfile: "read_only" });
      const { memberId: userId, recordId, billingEntityId } = scene;
      const [first, second] = [await startChild(), await startChild()];
      const orders = Array.from({ length: 6 }, () => {
        return { userId, connectorId: connector, action: "summarize-record", body: { recordId } } as const;
      });
      gateway.open.most = 0;
      await Promise.all([order(first, orders), order(second, orders)]);
      await eventually(() => expect(gateway.open.now).toBe(3));
      await kill(first);
      // The other process takes up the runs of the killed one.
      await answerUntil(1, () =>
        eventually(async () => {
          const runs = await database.query<{ state: string }>(
            "SELECT state FROM agent_runs WHERE billing_entity_id = $1",
            [billingEntityId],
          );
          expect(runs.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => "SUCCEEDED"));
        }),
      );
      expect(gateway.open.most).toBe(3);
      const minutes = await database.query<{ starts: number }>(
        `SELECT count(*)::int AS starts FROM agent_runs WHERE billing_entity_id = $1
       GROUP BY floor(extract(epoch FROM started_at) / 60)`,
        [billingEntityId],
      );
      expect(Math.max(...minutes.map(({ starts }) => starts))).toBeLessThanOrEqual(10);
    });
});
