import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startBackground } from "../inngest/start";
import { createKernel } from "../lib/api/kernel";
import { closeDatabase } from "../lib/db/pool";
import { REGISTRY } from "../lib/docs/surface/registry";
import { connectSignals } from "../lib/platform/background";
import { createDays } from "./history-days";
import { readProcessorMs, readProcessorMsOf } from "./processor-time";
import { startReceiver } from "./receiver-process";
import { fillSteadyWorld, PEOPLE_PER_KIND, postBare, ROOMS, readLateness, refreshLastUse } from "./steady-world";
import { BASE_URL } from "./targets";
import { numbered, openWebhookWorld } from "./webhook-world";
import { tokenOf } from "./world";

/**
 * `npm run bench:steady`: what one event costs while a service delivers as fast as it writes. It counts statements and
 * transactions, which other work on the machine does not change. docs/benchmarks.md has its figures.
 */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** Slow enough that no two events share a statement, and the rate of the aim. */
const RATES = (process.env["BENCH_RATES"] ?? "20,100").split(",").filter(Boolean).map(Number);
const WRITERS = 12;
const BODY = Buffer.from(JSON.stringify({ body: "A message of the usual length, as people write them." }));

process.env["SVC_BASE_URL"] = BASE_URL;
const { cluster, client } = await openWebhookWorld();
const receiver = await startReceiver();

const kernel = createKernel(REGISTRY);
const turns = { with: 0, without: 0 };

/** As a client of `/v1` does it. */
async function post(kind: keyof typeof turns): Promise<void> {
  const turn = turns[kind] % PEOPLE_PER_KIND;
  turns[kind] += 1;
  const person = kind === "with" ? 2 * (turn + 1) : 2 * turn + 1;
  const room = (person % 2) * ROOMS + (Math.floor(person / 2) % ROOMS) + 1;
  const headers: Record<string, string> = {
    authorization: `Bearer ${tokenOf(person)}`,
    "content-type": "application/json",
  };
  const { status, body } = await kernel({
    method: "POST",
    target: `/v1/rooms/${numbered("room", room)}/messages`,
    header: (name: string) => headers[name] ?? null,
    headersBytes: 100,
    address: "192.0.2.7",
    body: Readable.from([BODY]),
  });
  if (status !== 201) throw new Error(`${status}: ${String(body)}`);
}

interface Counted {
  statements: Map<string, number>;
  transactions: number;
}

const counted: Counted = { statements: new Map(), transactions: 0 };
/** Clients between BEGIN and its end. */
const inside = new WeakSet<object>();

/** By client: the server's own counters come seconds late. */
function countStatements(): void {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function count(this: object, ...args: unknown[]) {
    if (this === client) return original.apply(this, args);
    const [statement] = args as [string | { name?: string; text?: string }];
    const text = typeof statement === "string" ? statement : (statement.name ?? statement.text ?? "");
    if (!/^(SET|RESET) /.test(text)) {
      const name = text.split(/\s+/).slice(0, 4).join(" ");
      counted.statements.set(name, (counted.statements.get(name) ?? 0) + 1);
      if (text === "BEGIN") inside.add(this);
      else if (text === "COMMIT" || text === "ROLLBACK") {
        inside.delete(this);
        counted.transactions += 1;
      } else if (!inside.has(this)) counted.transactions += 1;
    }
    return original.apply(this, args);
  };
}

async function countDelivered(): Promise<number> {
  const { rows } = await client.query("SELECT count(*)::int AS n FROM delivery_attempts WHERE success");
  return (rows[0] as { n: number }).n;
}

async function waitUntilDelivered(): Promise<void> {
  do await sleep(100);
  while ((await client.query("SELECT FROM partitions.deliveries_waiting LIMIT 1")).rowCount);
}

interface Cost {
  transactions: number;
  statements: Map<string, number>;
  ownMs: number;
  databaseMs: number;
}

/** One event after the other. */
async function measureCost(kind: keyof typeof turns, perSecond: number): Promise<Cost> {
  const delivered = await countDelivered();
  counted.statements.clear();
  counted.transactions = 0;
  const before = await readProcessorMs(client);
  const startedMs = performance.now();
  const events = perSecond * SECONDS;
  const writes: Promise<void>[] = [];
  for (let n = 0; n < events; n += 1) {
    const waitMs = startedMs + (n * 1000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    writes.push(post(kind));
  }
  await Promise.all(writes);
  await waitUntilDelivered();
  const after = await readProcessorMs(client);
  const statements = new Map([...counted.statements].map(([name, n]) => [name, n / events]));
  const transactions = counted.transactions / events;
  const made = (await countDelivered()) - delivered;
  if (made !== (kind === "with" ? events : 0)) throw new Error(`${made} of ${events} were delivered.`);
  return {
    transactions,
    statements,
    ownMs: (after.own - before.own) / events,
    databaseMs: (after.database - before.database) / events,
  };
}

interface Load {
  rate: number;
  ownMs: number;
  databaseMs: number;
  receiverMs: number;
  /** Attempts made until the last writer was done, of all that were caused. */
  madeMeanwhile: number;
  drainedMs: number;
  p50Ms: number;
  p99Ms: number;
}

/** The last one: a write without a webhook, and beside it a request as a delivery sends it, of which nothing is stored. */
const LOADS = ["without", "with", "posted"] as const;
type LoadKind = (typeof LOADS)[number];

/** As many writes as twelve writers can make. Its costs are those of the writes and of all deliveries that they caused. */
async function measureWrites(kind: LoadKind): Promise<Load> {
  await refreshLastUse(client);
  const since = new Date();
  const delivered = await countDelivered();
  const before = await readProcessorMs(client);
  const receiverBeforeMs = readProcessorMsOf(receiver.pid);
  const startedMs = performance.now();
  let made = 0;
  const posts: Promise<void>[] = [];
  const write = async () => {
    while (performance.now() - startedMs < SECONDS * 1000) {
      await post(kind === "with" ? "with" : "without");
      if (kind === "posted") posts.push(postBare(receiver.urls[made % (receiver.urls.length - 1)] ?? ""));
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const endedMs = performance.now();
  const rate = made / ((endedMs - startedMs) / 1000);
  const madeMeanwhile = ((await countDelivered()) - delivered) / made;
  await Promise.all(posts);
  await waitUntilDelivered();
  const drainedMs = performance.now() - endedMs;
  const after = await readProcessorMs(client);
  const { p50, p99 } = await readLateness(client, since);
  return {
    rate,
    ownMs: (after.own - before.own) / made,
    databaseMs: (after.database - before.database) / made,
    receiverMs: (readProcessorMsOf(receiver.pid) - receiverBeforeMs) / made,
    madeMeanwhile,
    drainedMs,
    p50Ms: p50,
    p99Ms: p99,
  };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const show = (name: string, value: string) => console.log(`${name.padEnd(44)} ${value}`);

async function tellCosts(perSecond: number): Promise<void> {
  const costs = { with: [] as Cost[], without: [] as Cost[] };
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const kind of ["without", "with"] as const) costs[kind].push(await measureCost(kind, perSecond));
  const middle = (kind: keyof typeof costs, of: (cost: Cost) => number) => median(costs[kind].map(of));
  for (const kind of ["without", "with"] as const) {
    const [own, database] = [middle(kind, ({ ownMs }) => ownMs), middle(kind, ({ databaseMs }) => databaseMs)];
    show(
      `an event ${kind} a webhook, ${perSecond} a second`,
      `${middle(kind, ({ transactions }) => transactions).toFixed(2)} transactions, ${own.toFixed(2)} + ${database.toFixed(2)} ms of processor time`,
    );
  }
  const names = new Set([...costs.with, ...costs.without].flatMap(({ statements }) => [...statements.keys()]));
  for (const name of names) {
    const of = (kind: keyof typeof costs) => middle(kind, ({ statements }) => statements.get(name) ?? 0);
    if (of("without") + of("with") >= 0.01)
      show(`  ${name}`, `${of("without").toFixed(2)} without, ${of("with").toFixed(2)} with`);
  }
}

async function tellLoads(): Promise<void> {
  const loads: Record<LoadKind, Load[]> = { without: [], with: [], posted: [] };
  for (let turn = 0; turn < ROUNDS; turn += 1) for (const kind of LOADS) loads[kind].push(await measureWrites(kind));
  const middle = (kind: LoadKind, of: keyof Load) => median(loads[kind].map((load) => load[of]));
  console.log(`${WRITERS} writers, as fast as they can:`);
  for (const kind of LOADS) {
    const share = median(loads[kind].map(({ rate }, turn) => rate / (loads.without[turn]?.rate ?? 1)));
    const [own, database, theirs] = (["ownMs", "databaseMs", "receiverMs"] as const).map((of) => middle(kind, of));
    show(
      `  ${kind === "posted" ? "without, and a bare POST" : `${kind} a webhook`}`,
      `${middle(kind, "rate").toFixed(0)}/s, ${share.toFixed(2)}; ${own?.toFixed(3)} + ${database?.toFixed(3)} ms of processor time, the receiver's ${theirs?.toFixed(3)} ms`,
    );
  }
  show(
    "  delivered meanwhile, and all of them",
    `${(100 * middle("with", "madeMeanwhile")).toFixed(0)} %, ${middle("with", "drainedMs").toFixed(0)} ms later`,
  );
  show(
    "  from event to request",
    `p50 ${middle("with", "p50Ms").toFixed(0)} ms, p99 ${middle("with", "p99Ms").toFixed(0)} ms`,
  );
}

try {
  await createDays(2);
  await fillSteadyWorld(client, receiver.urls);
  const background = await startBackground();
  countStatements();
  for (const kind of ["with", "without"] as const) await measureWrites(kind);
  for (const perSecond of RATES) await tellCosts(perSecond);
  await tellLoads();
  connectSignals(() => Promise.resolve());
  receiver.stop();
  await background.stop();
  await client.end();
  await closeDatabase();
} finally {
  receiver.stop();
  await cluster.stop();
}
process.exit();
