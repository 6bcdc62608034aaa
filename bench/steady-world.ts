import { createHmac } from "node:crypto";
import type pg from "pg";
import { Agent } from "undici";
import { encrypt } from "../lib/platform/crypto";
import { secretPlace } from "../lib/platform/sealed-places";
import { BASE_URL } from "./targets";
import { SECRET } from "./webhook-receiver";
import { numbered } from "./webhook-world";

/** Rooms with a webhook, then as many without. */
export const ROOMS = 100;
const PEOPLE = 6_000;
export const PEOPLE_PER_KIND = PEOPLE / 2;

/** People write at most 30 times a minute, so there are many; the n-th one is in the n-th room of its kind. */
export async function fillSteadyWorld(client: pg.Client, urls: readonly string[]): Promise<void> {
  const rooms = `generate_series(1, ${2 * ROOMS}) n`;
  const people = `generate_series(1, ${PEOPLE}) n`;
  const id = (prefix: string, of = "n") => `'${prefix}_0' || lpad((${of})::text, 25, '0')`;
  const roomOf = `(n % 2) * ${ROOMS} + (n / 2) % ${ROOMS} + 1`;
  const urlOf = `(ARRAY[${urls.map((url) => `'${url}'`).join(",")}])[n % ${urls.length} + 1]`;
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
     SELECT ${id("wh")}, ${id("room")}, 'W', ${urlOf}, '{message.created}', '2026-06-09', now(), now() FROM generate_series(1, ${ROOMS}) n`,
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

/** Else the slower kind would bring forward the last use of its tokens more often for each of its writes. */
export const refreshLastUse = (client: pg.Client) => client.query("UPDATE oauth_grants SET last_used_at = now()");

/** From the event to the request of its delivery. */
export async function readLateness(client: pg.Client, since: Date): Promise<{ p50: number; p99: number }> {
  const { rows } = await client.query(
    `SELECT percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM a.delivered_at - d.event_at) * 1000) AS ms
     FROM deliveries d JOIN delivery_attempts a ON a.delivery_id = d.id WHERE d.event_at >= $1`,
    [since],
  );
  const [p50 = Number.NaN, p99 = Number.NaN] = (rows[0] as { ms: number[] | null }).ms ?? [];
  return { p50, p99 };
}

const agent = new Agent({ connections: 64, pipelining: 1 });

/** The least that a delivery can be: a signed request with a body of the usual size, and its response. Nothing is kept. */
export function postBare(url: string): Promise<void> {
  const body = JSON.stringify({ data: { object: { id: "0", type: "message" } }, rest: "x".repeat(200) });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    "content-type": "application/json",
    "svc-webhook-timestamp": timestamp,
    "svc-webhook-signature": `v1=${createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex")}`,
  };
  return new Promise((resolve, reject) => {
    agent.dispatch(
      { origin: url, path: "/", method: "POST", headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
