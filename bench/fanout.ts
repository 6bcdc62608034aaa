import { setTimeout as sleep } from "node:timers/promises";
import { startBackground } from "../inngest/start";
import { closeDatabase } from "../lib/db/pool";
import { connectSignals } from "../lib/platform/background";
import { encrypt } from "../lib/platform/crypto";
import { secretPlace } from "../lib/platform/sealed-places";
import { drainDeliveries } from "../lib/webhooks/delivery/dispatch";
import { type DrainProcess, startDrainProcess } from "./drain-process";
import { createDays } from "./history-days";
import { readProcessorMs, readProcessorMsOf } from "./processor-time";
import { startReceiver } from "./receiver-process";
import { SECRET } from "./webhook-receiver";
import { emitIn, numbered, openWebhookWorld } from "./webhook-world";

/**
 * The first half of `npm run bench:svix`: events with ten receivers each, from the write to the last history row. Other work on the
 * machine changes the rates, but hardly the processor time and not the transactions. docs/benchmarks.md has its figures.
 */
const EVENTS = Number(process.env["BENCH_EVENTS"] ?? 2_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const WRITERS = Number(process.env["BENCH_WRITERS"] ?? 12);
/** Each with a billing entity of its own, which may deliver 600 times a minute. */
const ROOMS = 800;

const { cluster, client } = await openWebhookWorld();
const receiver = await startReceiver();
const FAN = receiver.urls.length;

async function fillDatabase(): Promise<void> {
  const rooms = `generate_series(1, ${ROOMS}) n`;
  const id = (prefix: string, of = "n") => `'${prefix}_0' || lpad((${of})::text, 25, '0')`;
  const url = `(ARRAY[${receiver.urls.map((text) => `'${text}'`).join(",")}])[n % ${FAN} + 1]`;
  for (const statement of [
    `INSERT INTO billing_entities (id, kind, plan, created_at) SELECT ${id("bil")}, 'ORGANIZATION', 'UNLIMITED', now() FROM ${rooms}`,
    `INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at) SELECT ${id("room")}, 'R', ${id("bil")}, now(), now() FROM ${rooms}`,
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     SELECT ${id("wh")}, ${id("room", `n / ${FAN} + 1`)}, 'W', ${url}, '{message.created}', '2026-06-09', now(), now() FROM generate_series(0, ${ROOMS * FAN - 1}) n`,
  ])
    await client.query(statement);
  const ids = Array.from({ length: ROOMS * FAN }, (_, index) => numbered("wh", index));
  await client.query(
    `INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at)
     SELECT id, 'CURRENT', sealed, now() FROM unnest($1::text[], $2::text[]) AS s(id, sealed)`,
    [ids, ids.map((webhookId) => encrypt(SECRET, secretPlace(webhookId)))],
  );
  await client.query("VACUUM ANALYZE");
}

async function countDelivered(): Promise<number> {
  const { rows } = await client.query("SELECT count(*)::int AS n FROM delivery_attempts WHERE success");
  return (rows[0] as { n: number }).n;
}

let emitted = 0;

async function write(events: number): Promise<void> {
  let left = events;
  const writer = async () => {
    while (left > 0) {
      left -= 1;
      emitted += 1;
      await emitIn((emitted % ROOMS) + 1);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

async function waitUntilDelivered(): Promise<void> {
  while ((await client.query("SELECT FROM partitions.deliveries_waiting LIMIT 1")).rowCount) await sleep(20);
}

interface Measured {
  rate: number;
  ownMs: number;
  databaseMs: number;
}

async function measure(work: () => Promise<void>, second?: DrainProcess): Promise<Measured> {
  const readMs = async () => {
    const { own, database } = await readProcessorMs(client);
    return { own: own + (second ? readProcessorMsOf(second.pid) : 0), database };
  };
  const delivered = await countDelivered();
  const before = await readMs();
  const startedMs = performance.now();
  await work();
  const seconds = (performance.now() - startedMs) / 1000;
  const after = await readMs();
  const made = (await countDelivered()) - delivered;
  if (made !== EVENTS * FAN) throw new Error(`${made} of ${EVENTS * FAN} were delivered.`);
  return {
    rate: made / seconds,
    ownMs: (after.own - before.own) / made,
    databaseMs: (after.database - before.database) / made,
  };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function tell(name: string, all: readonly Measured[]): void {
  const middle = (of: keyof Measured) => median(all.map((one) => one[of]));
  const rates = all.map(({ rate }) => rate.toFixed(0)).join(", ");
  console.log(
    `${name.padEnd(36)} ${middle("rate").toFixed(0)} deliveries/s (${rates}), ${middle("ownMs").toFixed(3)} + ${middle("databaseMs").toFixed(3)} ms of processor time each`,
  );
}

async function deliverBacklog(second?: DrainProcess): Promise<Measured> {
  await write(EVENTS);
  return measure(async () => {
    await Promise.all([drainDeliveries(), second?.drain()]);
  }, second);
}

try {
  await createDays(2);
  await fillDatabase();
  const second = await startDrainProcess();
  await deliverBacklog(second);
  const [alone, together]: [Measured[], Measured[]] = [[], []];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    alone.push(await deliverBacklog());
    together.push(await deliverBacklog(second));
  }
  second.stop();
  tell(`a backlog of ${EVENTS} events`, alone);
  tell("the same, by two processes", together);
  const background = await startBackground();
  const steady: Measured[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1)
    steady.push(
      await measure(async () => {
        await write(EVENTS);
        await waitUntilDelivered();
      }),
    );
  tell(`${EVENTS} events written meanwhile`, steady);
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
