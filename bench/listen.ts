import pg from "pg";
import type { TestDatabase } from "../e2e/support/scenes/database";
import { openCliSession } from "../e2e/support/scenes/sessions";
import { createWorld } from "../e2e/support/scenes/world";
import { startListenerProcess } from "../e2e/support/servers/listener-process";
import { runListening } from "../e2e/support/servers/listening";
import { TEST_ENV } from "../e2e/support/test-env.mjs";
import { closeDatabase } from "../lib/db/pool";
import { encrypt } from "../lib/platform/crypto";
import { newId } from "../lib/platform/ids";
import { secretPlace } from "../lib/platform/sealed-places";
import { openWebhookWorld } from "./webhook-world";

/** `npm run bench:listen`: what `svc listen` loses, how fast it is, and what open streams cost. */
const EVENTS = Number(process.env["BENCH_EVENTS"] ?? 10_000);
const CALM_EVENTS = Number(process.env["BENCH_CALM_EVENTS"] ?? 1_000);
const LISTENERS = 500;
const ROOMS = 20;

const show = (name: string, value: string) => console.log(`${name.padEnd(44)} ${value}`);

async function measureMemory(database: TestDatabase): Promise<string> {
  const service = await startListenerProcess(database.url);
  const world = createWorld(database);
  const person = await world.user();
  const token = (await openCliSession(database, person.id)).token;
  const [session] = await database.query<{ id: string }>("SELECT id FROM sessions WHERE user_id = $1", [person.id]);
  const ids: string[] = [];
  const organization = await world.organization({ seats: 50 });
  await world.join(organization.id, person.id);
  const { billingEntityId } = organization;
  const room = await world.room({ organizationId: organization.id, billingEntityId });
  await world.enter(room.id, person.id, 30);
  for (let n = 0; n < LISTENERS; n += 1) {
    const id = newId("wh");
    ids.push(id);
    await database.query(
      `INSERT INTO webhooks (id, room_id, name, events, api_version, created_at, updated_at)
       VALUES ($1, $2, 'svc listen', '{message.created}', '2026-06-09', now(), now())`,
      [id, room.id],
    );
    await database.query("INSERT INTO webhook_secrets VALUES ($1, 'CURRENT', $2, now())", [
      id,
      encrypt("whsec_x", secretPlace(id)),
    ]);
    await database.query(
      `INSERT INTO webhook_listeners (webhook_id, user_id, session_id, device_name, created_at, used_at)
       VALUES ($1, $2, $3, 'bench', now(), now())`,
      [id, person.id, session?.id],
    );
  }
  const headers = { authorization: `Bearer ${token}` };
  const open = async (id: string) =>
    fetch(`${service.baseUrl}/api/cli/listeners/${id}/stream`, { headers, signal: closing.signal });
  const closing = new AbortController();
  // Warm: the first streams load Prisma and fill the pool.
  const warm = await Promise.all(ids.slice(0, 20).map(open));
  await new Promise((done) => setTimeout(done, 5_000));
  const before = await service.readRssMb();
  const streams: Response[] = [];
  for (let n = 20; n < ids.length; n += 20) streams.push(...(await Promise.all(ids.slice(n, n + 20).map(open))));
  await new Promise((done) => setTimeout(done, 12_000));
  const after = await service.readRssMb();
  const opened = [...warm, ...streams].filter(({ status }) => status === 200).length;
  closing.abort();
  await service.end();
  return `${(after - before).toFixed(0)} MB more with ${opened} streams (${before.toFixed(0)} MB with ${warm.length})`;
}

Object.assign(process.env, TEST_ENV);
const { cluster, client } = await openWebhookWorld();
Object.assign(process.env, {
  SVC_ENCRYPTION_KEY: TEST_ENV.SVC_ENCRYPTION_KEY,
  SVC_SESSION_SECRET: TEST_ENV.SVC_SESSION_SECRET,
});
const url = process.env["DATABASE_URL"] ?? "";
const pool = new pg.Pool({ connectionString: url, max: 4 });
const database = {
  url,
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await pool.query(text, [...values])).rows as Row[],
};
try {
  const calm = await runListening(database, { rooms: ROOMS, events: CALM_EVENTS, cuts: 0, kills: 0, perSecond: 40 });
  show(
    "event to local receiver",
    `p50 ${calm.p50Ms} ms, p95 ${calm.p95Ms} ms (${CALM_EVENTS} events, ${calm.lost} lost)`,
  );
  show(`${LISTENERS} listeners`, await measureMemory(database));
  const rough = await runListening(database, { rooms: ROOMS, events: EVENTS, cuts: 100, kills: 20, perSecond: 100 });
  const { lost, outOfOrder, foreignRepeats, repeats, seconds } = rough;
  show(
    `${EVENTS} events, 100 cuts, 20 kills`,
    `${lost} lost, ${outOfOrder} out of order, ${repeats} repeated under their id, ${foreignRepeats} under another; ${seconds.toFixed(0)} s`,
  );
} finally {
  await pool.end().catch(() => undefined);
  await client.end().catch(() => undefined);
  await closeDatabase();
  await cluster.stop();
}
process.exit();
