import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startBackground } from "../inngest/start";
import { createKernel } from "../lib/api/kernel";
import { connectSignals } from "../lib/platform/background";
import { encrypt } from "../lib/platform/crypto";
import { closeDatabase } from "../lib/platform/pool";
import { secretPlace } from "../lib/platform/sealed-places";
import { REGISTRY } from "../lib/surface/registry";
import { createDays } from "./history-days";
import { readProcessorMs } from "./processor-time";
import { startReceiver } from "./receiver-process";
import { BASE_URL } from "./targets";
import { SECRET } from "./webhook-receiver";
import { numbered, openWebhookWorld } from "./webhook-world";
import { tokenOf } from "./world";

/**
 * `npm run bench:steady`: what one event costs while a service delivers as fast as it writes. It counts statements and
 * transactions, which other work on the machine does not change. docs/benchmarks.md has its figures.
 */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** Slow enough that no two events share a statement, and the rate of the aim. */
const RATES = [20, 100];
const WRITERS = 12;
/** Rooms with a webhook, then as many without. */
const ROOMS = 100;
const PEOPLE = 6_000;
const PEOPLE_PER_KIND = PEOPLE / 2;
const BODY = Buffer.from(JSON.stringify({ body: "A message of the usual length, as people write them." }));

process.env["SVC_BASE_URL"] = BASE_URL;
const { cluster, client } = await openWebhookWorld();
const receiver = await startReceiver();

/** People write at most 30 times a minute, so there are many; the n-th one is in the n-th room of its kind. */
async function fillDatabase(): Promise<void> {
  const rooms = `generate_series(1, ${2 * ROOMS}) n`;
  const people = `generate_series(1, ${PEOPLE}) n`;
  const id = (prefix: string, of = "n") => `'${prefix}_0' || lpad((${of})::text, 25, '0')`;
  const roomOf = `(n % 2) * ${ROOMS} + (n / 2) % ${ROOMS} + 1`;
  const urls = `(ARRAY[${receiver.urls.map((url) => `'${url}'`).join(",")}])[n % ${receiver.urls.length} + 1]`;
  for (const statement of [
    `INSERT INTO billing_entities (id, kind, plan, created_at) SELECT ${id("bil")}, 'ORGANIZATION', 'UNLIMITED', now() FROM generate_series(1, ${PEOPLE + 2 * ROOMS}) n`,
    `INSERT INTO organizations (id, name, billing_entity_id, created_at) SELECT ${id("org")}, 'O', ${id("bil")}, now() FROM ${rooms}`,
    `INSERT INTO rooms (id, name, organization_id, billing_entity_id, created_at, updated_at) SELECT ${id("room")}, 'R', ${id("org")}, ${id("bil")}, now(), now() FROM ${rooms}`,
    `INSERT INTO users (id, email, name, billing_entity_id, created_at) SELECT ${id("usr")}, 'u' || n || '@example.test', 'U', ${id("bil", `n + ${2 * ROOMS}`)}, now() FROM ${people}`,
    `INSERT INTO organization_memberships (id, organization_id, user_id, role, created_at) SELECT ${id("mem")}, ${id("org", roomOf)}, ${id("usr")}, 20, now() FROM ${people}`,
    `INSERT INTO room_members (id, room_id, user_id, role, created_at) SELECT ${id("mem")}, ${id("room", roomOf)}, ${id("usr")}, 20, now() FROM ${people}`,
    `INSERT INTO oauth_apps (id, client_id, name, developer_name, client_type, allowed_scopes, redirect_uris, created_by_id, created_at, updated_at)
     VALUES ('app_1', 'app_1', 'Bench', 'Bench', 'PUBLIC', '{messages:write}', '{}', ${id("usr", "1")}, now(), now())`,
    `INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at)
     SELECT ${id("grant")}, 'app_1', ${id("usr")}, ${id("bil", roomOf)}, '{messages:write}', '${BASE_URL}/v1', now(), now() + interval '1 day' FROM ${people}`,
    `INSERT INTO oauth_access_tokens (hash, id, grant_id, scopes, expires_at, created_at)
     SELECT sha256(convert_to('svc_at_' || lpad(n::text, 43, '0'), 'UTF8')), ${id("tok")}, ${id("grant")}, '{messages:write}', now() + interval '1 day', now() FROM ${people}`,
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     SELECT ${id("wh")}, ${id("room")}, 'W', ${urls}, '{message.created}', '2026-06-09', now(), now() FROM generate_series(1, ${ROOMS}) n`,
  ])
    await client.query(statement);
  const ids = Array.from({ length: ROOMS }, (_, index) => numbered("wh", index + 1));
  await client.query(
    `INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at)
     SELECT id, 'CURRENT', sealed, now() FROM unnest($1::text[], $2::text[]) AS s(id, sealed)`,
    [ids, ids.map((webhookId) => encrypt(SECRET, secretPlace(webhookId)))],
  );
  await client.query("VACUUM ANALYZE");
}

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

/** As many writes as twelve writers can make. */
async function measureWrites(kind: keyof typeof turns): Promise<number> {
  const startedMs = performance.now();
  let made = 0;
  const write = async () => {
    while (performance.now() - startedMs < SECONDS * 1000) {
      await post(kind);
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const rate = made / ((performance.now() - startedMs) / 1000);
  await waitUntilDelivered();
  return rate;
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

try {
  await createDays(2);
  await fillDatabase();
  const background = await startBackground();
  countStatements();
  for (const kind of ["with", "without"] as const) await measureWrites(kind);
  for (const perSecond of RATES) await tellCosts(perSecond);
  const rates = { with: [] as number[], without: [] as number[] };
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const kind of ["without", "with"] as const) rates[kind].push(await measureWrites(kind));
  const shares = rates.with.map((rate, turn) => rate / (rates.without[turn] ?? 1));
  show(
    `writes a second, ${WRITERS} writers`,
    `${median(rates.without).toFixed(0)} without, ${median(rates.with).toFixed(0)} with: ${median(shares).toFixed(2)}`,
  );
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
