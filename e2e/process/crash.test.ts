import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "../../lib/db/pool";
import { releaseStaleReservations } from "../../lib/usage/end-reservations";
import { eventually } from "../support/scenes/eventually";
import { IS_NIGHT } from "../support/scenes/night";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { resetShared } from "../support/scenes/shared-state";
import { countWaiting } from "../support/scenes/watched-database";
import { type KernelProcess, useKernelProcesses } from "../support/servers/kernel-process";
import { TEST_ENV } from "../support/test-env.mjs";
import { createRandomWrite, createWriters, type Write, type Writer } from "./crash-writes";

/**
 * Two servers take turns: the serving one is killed at a random instant while people write, the other takes over, the killed
 * one comes back. Clients repeat each request without a response under its key. Every acknowledged write must exist, once.
 */
const KILLS = IS_NIGHT ? 52 : 4;
const WRITERS = 6;
const READERS = 2;
const PEOPLE = 24;
const RESENT = KILLS < 24 ? PEOPLE : 72;

const database = useScratchDatabase();
const kernels = useKernelProcesses();

interface Acknowledged extends Write {
  status: number;
  answer: { id: string };
}

const run = {
  acknowledged: [] as Acknowledged[],
  requestIds: [] as string[],
  unexpected: [] as string[],
  cut: 0,
  replayed: 0,
};
/** The first one serves. */
let servers: KernelProcess[];
let people: Writer[];
let readKey: string;
let isOver = false;

function serving(): KernelProcess {
  const [first] = servers;
  if (!first) throw new Error("No server was started.");
  return first;
}

let requests = 0;
function nameRequest(): string {
  requests += 1;
  return `crash-${requests}`;
}

async function send(write: Write): Promise<{ status: number; headers: Headers; text: string }> {
  const requestId = nameRequest();
  const response = await fetch(serving().baseUrl + write.path, {
    method: write.method,
    headers: {
      authorization: `Bearer ${write.writer.token}`,
      "content-type": "application/json",
      "idempotency-key": write.key,
      "x-request-id": requestId,
    },
    body: JSON.stringify(write.body),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  run.requestIds.push(requestId);
  return { status: response.status, headers: response.headers, text };
}

/** Repeats the write until it is acknowledged, as a client does that wants it done once. */
async function writeUntilAcknowledged(write: Write): Promise<void> {
  for (let wasCut = false; ; await sleep(15)) {
    const response = await send(write).catch((error: unknown) => {
      const refused = error instanceof Error && String((error.cause as { code?: string })?.code) === "ECONNREFUSED";
      if (!refused) {
        wasCut = true;
        run.cut += 1;
      }
      return null;
    });
    if (!response) continue;
    if (response.status < 300) {
      if (wasCut && response.headers.has("idempotent-replayed")) run.replayed += 1;
      const answer = JSON.parse(response.text) as { id: string };
      run.acknowledged.push({ ...write, status: response.status, answer });
      return;
    }
    // The killed server's transaction may still hold the key for a moment, and a window may be used up.
    const mayWait = response.status === 429 || (response.status === 409 && response.text.includes("in_progress"));
    if (!mayWait) {
      run.unexpected.push(`${response.status} ${response.text}`);
      return;
    }
  }
}

async function keepWriting(writer: number): Promise<void> {
  for (let n = 0; !isOver; n += 1) {
    await writeUntilAcknowledged(createRandomWrite(people, `w${writer}-${n}`));
    await sleep(4);
  }
}

async function saveReading(): Promise<void> {
  const room = people[0]?.roomId ?? "";
  while (!isOver) {
    const requestId = nameRequest();
    const answered = await fetch(`${serving().baseUrl}/v1/rooms/${room}/messages?limit=1`, {
      headers: { "x-api-key": readKey, "x-request-id": requestId },
    }).then(
      async (response) => [200, 429].includes(response.status) && Boolean(await response.text()),
      () => null,
    );
    if (answered === false) run.unexpected.push(requestId);
    if (answered !== null) run.requestIds.push(requestId);
    await sleep(10);
  }
}

/** Few kills may miss every request: then the following tests would prove nothing. */
const haveKillsHit = (): boolean => run.cut > KILLS && run.replayed > 0 && run.acknowledged.length > KILLS * 5;

async function killInTurn(): Promise<void> {
  let back = Promise.resolve();
  for (let n = 0; n < KILLS || !haveKillsHit(); n += 1) {
    await sleep(30 + Math.random() * 300);
    await back;
    const killed = serving();
    await killed.kill();
    servers.reverse();
    back = killed.restart();
  }
  await back;
}

beforeAll(async () => {
  ({ writers: people, readKey } = await createWriters(database, PEOPLE));
  const start = () => kernels.start({ DATABASE_URL: database.url });
  servers = [await start(), await start()];
});

describe(`${KILLS} kills`, () => {
  test("fall while people write", async () => {
    const clients = [
      ...Array.from({ length: WRITERS }, (_, n) => keepWriting(n)),
      ...Array.from({ length: READERS }, saveReading),
    ];
    try {
      await killInTurn();
    } finally {
      isOver = true;
      await Promise.all(clients);
    }
    expect(run.unexpected).toEqual([]);
    // Otherwise the kills hit no request, and the following tests prove nothing.
    expect(run.cut).toBeGreaterThan(KILLS);
    expect(run.replayed).toBeGreaterThan(0);
    expect(run.acknowledged.length).toBeGreaterThan(KILLS * 5);
  });

  test("every acknowledged write exists once, and no other row exists", async () => {
    for (const [kind, sql] of [
      ["message", "SELECT id, body AS name FROM messages"],
      ["task", "SELECT id, title AS name FROM tasks WHERE created_by_id IS NOT NULL"],
      ["record", "SELECT id, title AS name FROM records"],
    ] as const) {
      const rows = await database.query<{ id: string; name: string }>(sql);
      const there = rows.map(({ id, name }) => `${name} ${id}`).sort();
      const told = run.acknowledged.filter((write) => write.kind === kind);
      expect(there).toEqual(told.map(({ key, answer }) => `${key} ${answer.id}`).sort());
    }
    const updates = new Map(people.map(({ taskId }) => [taskId, 0]));
    for (const { writer } of run.acknowledged.filter(({ kind }) => kind === "update"))
      updates.set(writer.taskId, (updates.get(writer.taskId) ?? 0) + 1);
    const tasks = await database.query<{ id: string; version: number }>(
      "SELECT id, version FROM tasks WHERE created_by_id IS NULL",
    );
    expect(new Map(tasks.map(({ id, version }) => [id, version - 1]))).toEqual(updates);
  });

  test("each write has exactly one event", async () => {
    const events = await database.query<{ type: string; n: number; objects: number }>(
      "SELECT type, count(*)::int AS n, count(DISTINCT object_id)::int AS objects FROM events GROUP BY type ORDER BY type",
    );
    const count = (kind: string) => run.acknowledged.filter((write) => write.kind === kind).length;
    expect(events).toMatchObject([
      { type: "message.created", n: count("message"), objects: count("message") },
      { type: "record.created", n: count("record"), objects: count("record") },
      { type: "task.created", n: count("task"), objects: count("task") },
      { type: "task.updated", n: count("update") },
    ]);
    expect(
      await database.query(
        "SELECT m.id FROM messages m LEFT JOIN events e ON e.object_id = m.id GROUP BY m.id HAVING count(e.id) <> 1",
      ),
    ).toEqual([]);
  });

  test("each response has exactly one audit row", async () => {
    const rows = await database.query<{ id: string; n: number }>(
      "SELECT request_id AS id, count(*)::int AS n FROM audit_log WHERE request_id = ANY($1) GROUP BY 1",
      [run.requestIds],
    );
    expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
    expect(rows).toHaveLength(run.requestIds.length);
  });

  test("no key is stuck: each repeats its response", async () => {
    const keys = await database.query<{ n: number }>("SELECT count(*)::int AS n FROM idempotency_keys");
    expect(keys).toEqual([{ n: run.acknowledged.length }]);
    // PostgreSQL notices a moment later that a client was killed.
    await eventually(async () =>
      expect(await database.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")).toEqual([]),
    );
    await serving().restart();
    const perWriter = new Map<string, number>();
    const chosen = [...run.acknowledged].reverse().filter(({ writer }) => {
      perWriter.set(writer.id, (perWriter.get(writer.id) ?? 0) + 1);
      return (perWriter.get(writer.id) ?? 0) <= RESENT / PEOPLE;
    });
    for (const write of chosen) {
      const response = await send(write);
      expect([response.status, JSON.parse(response.text)]).toEqual([write.status, write.answer]);
      expect(response.headers.get("idempotent-replayed")).toBe("true");
    }
  });

  test("reservations of crashed requests are released after their time, and the ledger is the audit's sum", async () => {
    await killDuringWrite();
    const [left] = await database.query<{ n: number; first: number; last: number }>(
      `SELECT count(*)::int AS n, extract(epoch FROM min(expires_at) - now())::int AS first,
         extract(epoch FROM max(expires_at) - now())::int AS last FROM unit_reservations`,
    );
    expect(left?.n).toBeGreaterThan(0);
    // The first ones may already be overdue on a slow machine, so the sweep's clock follows theirs.
    expect(await sweep((left?.first ?? 0) - 100)).toBe(0);
    expect(await sweep((left?.last ?? 0) + 10)).toBe(left?.n);
    expect(await database.query("SELECT 1 FROM unit_reservations")).toEqual([]);
    const ledger = await database.query<{ entity: string; confirmed: number; reserved: number }>(
      "SELECT billing_entity_id AS entity, sum(confirmed)::int AS confirmed, sum(reserved)::int AS reserved FROM unit_ledger GROUP BY 1 ORDER BY 1",
    );
    const audit = await database.query<{ entity: string; confirmed: number; reserved: number }>(
      "SELECT billing_entity_id AS entity, sum(units_cost)::int AS confirmed, 0 AS reserved FROM audit_log WHERE billing_entity_id IS NOT NULL GROUP BY 1 ORDER BY 1",
    );
    expect(ledger).toEqual(audit);
    expect(ledger.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBeGreaterThan(run.acknowledged.length * 3);
  });
});

/** Kills the servers while a write holds its reservation, so that one is surely left behind. */
async function killDuringWrite(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE messages IN EXCLUSIVE MODE");
  const [writer] = people;
  if (!writer) throw new Error("There are people.");
  const [path, body] = [`/v1/rooms/${writer.roomId}/messages`, { body: "last" }];
  const cut = send({ writer, key: "last", kind: "message", method: "POST", path, body }).catch(() => null);
  await eventually(async () => expect(await countWaiting(database)).toBeGreaterThan(0));
  await Promise.all(servers.map((server) => server.kill()));
  expect(await cut).toBeNull();
  // The waiting statement would go on without its client.
  await database.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
  await eventually(async () => expect(await countWaiting(database)).toBe(0));
  await client.query("ROLLBACK");
  await client.end();
}

/** The front door's sweep of each minute, at another time of day. */
async function sweep(offsetSeconds: number): Promise<number> {
  process.env["DATABASE_URL"] = database.url;
  process.env["SVC_CLOCK_OFFSET_SECONDS"] = String(offsetSeconds);
  resetShared();
  try {
    return await releaseStaleReservations();
  } finally {
    await closeDatabase();
    process.env["DATABASE_URL"] = TEST_ENV.DATABASE_URL;
    process.env["SVC_CLOCK_OFFSET_SECONDS"] = "0";
    resetShared();
  }
}
