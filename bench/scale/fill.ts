import type pg from "pg";
import { SCOPES } from "../../lib/access/scopes";
import { hashPassword } from "../../lib/accounts/sign-in/password";
import { encrypt } from "../../lib/platform/crypto";
import { secretPlace } from "../../lib/platform/sealed-places";
import { BACKLOG_PATH, type ReceiverUrls } from "./receivers";
import { BACKLOGGED, FIRST_ORDINARY, NOISY_CREDENTIALS, PASSWORD, type Size, TROUBLED } from "./size";

const SECRET = "whsec_bench";
/** The rows of the audit log are signed before anything is measured, which takes a second for two thousand. */
const AUDIT_SHARE = 5;
const idOf = (prefix: string, n: string) => `'${prefix}_0' || lpad((${n})::text, 25, '0')`;
const oneOf = (values: readonly string[], n: string) =>
  `(ARRAY[${values.map((value) => `'${value}'`).join(",")}])[${n} % ${values.length} + 1]`;
const scopes = `ARRAY[${SCOPES.map((scope) => `'${scope}'`).join(",")}]`;

/** Rows as the service writes them; the ids are sequences, so that the load can name them without asking. */
export async function fillScale(
  client: pg.Client,
  size: Size,
  receivers: ReceiverUrls,
  baseUrl: string,
): Promise<void> {
  for (const text of [...fillTenants(size, baseUrl), ...fillRooms(size), ...fillHistory(size)])
    await client.query(text);
  if (size.tenants > FIRST_ORDINARY) await fillWebhooks(client, size, receivers);
  await client.query("UPDATE users SET password_hash = $1 WHERE id <= $2", [
    await hashPassword(PASSWORD),
    `usr_0${String(FIRST_ORDINARY).padStart(25, "0")}`,
  ]);
  await client.query("VACUUM ANALYZE");
}

/** An organization with one owner each. The noisy one has seats for the highest burst, and more credentials. */
function fillTenants({ tenants }: Size, baseUrl: string): string[] {
  const all = `generate_series(1, ${tenants}) n`;
  const bill = `(CASE WHEN n > ${tenants} THEN 1 ELSE n END)`;
  const credentials = `generate_series(1, ${tenants + NOISY_CREDENTIALS}) n`;
  const hashOf = (prefix: string) => `sha256(convert_to('${prefix}' || lpad(n::text, 43, '0'), 'UTF8'))`;
  return [
    `INSERT INTO billing_entities (id, kind, plan, seats, created_at)
     SELECT ${idOf("bil", "n")}, 'ORGANIZATION', (CASE WHEN n <= 100 THEN 'UNLIMITED' ELSE 'STANDARD' END)::billing_plan,
       CASE WHEN n <= 100 THEN 100 ELSE 5 END, now() FROM ${all}`,
    `INSERT INTO billing_entities (id, kind, plan, created_at)
     SELECT ${idOf("bil", `n + ${tenants}`)}, 'INDIVIDUAL', 'STANDARD', now() FROM ${credentials}`,
    `INSERT INTO organizations (id, name, billing_entity_id, created_at)
     SELECT ${idOf("org", "n")}, 'Tenant ' || n, ${idOf("bil", "n")}, now() FROM ${all}`,
    `INSERT INTO users (id, email, name, billing_entity_id, created_at)
     SELECT ${idOf("usr", "n")}, 'u' || n || '@example.test', 'Person ' || n, ${idOf("bil", `n + ${tenants}`)}, now() FROM ${credentials}`,
    `INSERT INTO organization_memberships (id, organization_id, user_id, role, created_at)
     SELECT ${idOf("mem", "n")}, ${idOf("org", bill)}, ${idOf("usr", "n")}, 40, now() FROM ${credentials}`,
    `INSERT INTO api_keys (id, name, environment, last4, hash_index, hash, scopes, organization_id, billing_entity_id, created_by_id, created_at)
     SELECT ${idOf("key", "n")}, 'Key', 'test', '0000', left(encode(${hashOf("svc_test_")}, 'hex'), 16), ${hashOf("svc_test_")}, ${scopes},
       ${idOf("org", bill)}, ${idOf("bil", bill)}, ${idOf("usr", "n")}, now() FROM ${credentials}`,
    `INSERT INTO oauth_apps (id, client_id, name, developer_name, client_type, allowed_scopes, redirect_uris, created_by_id, created_at, updated_at)
     VALUES ('app_1', 'app_1', 'Bench', 'Bench', 'PUBLIC', ${scopes}, '{}', ${idOf("usr", "1")}, now(), now())`,
    `INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at)
     SELECT ${idOf("grant", "n")}, 'app_1', ${idOf("usr", "n")}, ${idOf("bil", bill)}, ${scopes}, '${baseUrl}/v1', now(), now() + interval '1 day' FROM ${credentials}`,
    `INSERT INTO oauth_access_tokens (hash, id, grant_id, scopes, expires_at, created_at)
     SELECT ${hashOf("svc_at_")}, ${idOf("tok", "n")}, ${idOf("grant", "n")}, ${scopes}, now() + interval '1 day', now() FROM ${credentials}`,
  ];
}

/** The room `tenant × rooms` is a tenant's first one. The noisy tenant's are numbered from -0 below nobody else's: 0, then by ten million. */
function fillRooms({ tenants, rooms, noisyRooms, messages, noisyMessages }: Size): string[] {
  const own = `generate_series(2, ${tenants}) t CROSS JOIN generate_series(0, ${rooms - 1}) k`;
  const noisyRoom = "CASE WHEN n = 0 THEN 0 ELSE 10000000 + n END";
  const noisy = `generate_series(0, ${noisyRooms - 1}) n`;
  const body = "'Message number ' || n || repeat(' with some words', 4)";
  return [
    `INSERT INTO rooms (id, name, organization_id, billing_entity_id, created_by_id, created_at, updated_at)
     SELECT ${idOf("room", `t * ${rooms} + k`)}, 'Room ' || k, ${idOf("org", "t")}, ${idOf("bil", "t")}, ${idOf("usr", "t")}, now(), now() FROM ${own}
     UNION ALL SELECT ${idOf("room", noisyRoom)}, 'Room ' || n, ${idOf("org", "1")}, ${idOf("bil", "1")}, ${idOf("usr", "1")}, now(), now() FROM ${noisy}`,
    `INSERT INTO room_members (id, room_id, user_id, role, created_at)
     SELECT ${idOf("mem", `t * ${rooms} + k`)} || 'r', ${idOf("room", `t * ${rooms} + k`)}, ${idOf("usr", "t")}, 40, now() FROM ${own}
     UNION ALL SELECT ${idOf("mem", noisyRoom)} || 'n', ${idOf("room", noisyRoom)}, ${idOf("usr", "1")}, 40, now() FROM ${noisy}`,
    `INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at)
     SELECT ${idOf("msg", "t * 1000000::bigint + n")}, ${idOf("room", `t * ${rooms}`)}, ${idOf("usr", "t")}, ${body}, at, at
     FROM (SELECT t, n, now() - interval '30 days' + n * interval '1 minute' AS at
       FROM generate_series(1, ${messages}) n CROSS JOIN generate_series(2, ${tenants}) t) m`,
    `INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at)
     SELECT ${idOf("msg", "1000000 + n")}, ${idOf("room", "0")}, ${idOf("usr", "1")}, ${body}, now(), now() FROM generate_series(1, ${noisyMessages}) n`,
  ];
}

/** Ended deliveries of all ordinary tenants since yesterday, and the noisy tenant's audit log. */
function fillHistory({ tenants, history, rooms }: Size): string[] {
  if (history === 0) return [];
  const tenant = `n % ${tenants - FIRST_ORDINARY} + ${FIRST_ORDINARY}`;
  const at = `now() - (n + 10) * interval '1 day' / ${history}`;
  const eventId = "'evt_' || left(md5(n::text), 22)";
  const deliveryId = "md5('d' || n)::uuid";
  const series = `FROM generate_series(1, ${history}) n`;
  return [
    `INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, created_at)
     SELECT ${eventId}, 'message.created', ${idOf("room", `(${tenant}) * ${rooms}`)}, ${idOf("org", tenant)}, 'message', 'msg_' || left(md5(n::text), 26), ${at} ${series}`,
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, billing_entity_id, state, attempts, created_at)
     SELECT ${deliveryId}, ${idOf("wh", tenant)}, ${eventId}, 'message.created', ${at}, ${idOf("bil", tenant)}, 'SUCCEEDED', 1, ${at} ${series}`,
    `INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, status_code, attempt, duration_ms,
       delivered_at, finalized_at, payload, request_headers, response_preview)
     SELECT 'whd_01' || left(md5(n::text), 24), ${idOf("wh", tenant)}, ${deliveryId}, 'message.created', ${eventId}, true, 200, 1, 31,
       ${at}, ${at}, repeat(md5(n::text), 10), jsonb_build_object('Content-Type', 'application/json', 'Svc-Webhook-Id', md5(n::text)), 'ok' ${series}`,
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id, organization_id, api_key_id, auth_method,
       actor_type, actor_id, scopes, units_cost, duration_ms)
     SELECT now() - n * interval '1 second', 'req_0' || lpad(n::text, 25, '0'), 'v1', 'GET', '/v1/rooms/{roomId}/messages', 200,
       ${idOf("bil", "1")}, ${idOf("org", "1")}, ${idOf("key", "1")}, 'api_key', 'app', ${idOf("key", "1")}, 'messages:read rooms:read', 1, 12
     FROM generate_series(1, ${history / AUDIT_SHARE}) n`,
  ];
}

/** One for each ordinary tenant, in the room that the load writes to; those of the parts in trouble have many. */
async function fillWebhooks(
  client: pg.Client,
  { tenants, rooms }: Size,
  { fast, trouble }: ReceiverUrls,
): Promise<void> {
  const insert = (n: string, room: string, url: string, from: string) => `
    INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
    SELECT ${idOf("wh", n)}, ${idOf("room", room)}, 'Webhook', ${url}, '{message.created}', '2026-06-09', now(), now() FROM ${from}`;
  await client.query(insert("n", `n * ${rooms}`, oneOf(fast, "n"), `generate_series(${FIRST_ORDINARY}, ${tenants}) n`));
  const last = TROUBLED.first + TROUBLED.count - 1;
  const many = (webhooks: number) => `CROSS JOIN generate_series(0, ${webhooks - 1}) k`;
  await client.query(
    insert(
      "10000000 + t * 10000 + k",
      `t * ${rooms}`,
      oneOf(trouble, "k"),
      `generate_series(${TROUBLED.first}, ${last}) t ${many(TROUBLED.webhooks)}`,
    ),
  );
  await client.query(
    insert(
      "20000000 + k",
      `t * ${rooms} + k % ${rooms}`,
      oneOf(
        fast.map((url) => new URL(BACKLOG_PATH, url).href),
        "k",
      ),
      `generate_series(${BACKLOGGED.tenant}, ${BACKLOGGED.tenant}) t ${many(BACKLOGGED.webhooks)}`,
    ),
  );
  const { rows } = await client.query<{ id: string }>("SELECT id FROM webhooks");
  const ids = rows.map((row) => row.id);
  await client.query(
    `INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at)
     SELECT id, 'CURRENT', sealed, now() FROM unnest($1::text[], $2::text[]) AS s(id, sealed)`,
    [ids, ids.map((webhookId) => encrypt(SECRET, secretPlace(webhookId)))],
  );
}

/** Due deliveries of one tenant, over all of its webhooks. */
export async function fillBacklog(client: pg.Client, { rooms }: Size, deliveries: number): Promise<void> {
  const tenant = String(BACKLOGGED.tenant);
  const webhook = `k % ${BACKLOGGED.webhooks}`;
  await client.query(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id, state, next_attempt_at, created_at)
     SELECT gen_random_uuid(), ${idOf("wh", `20000000 + ${webhook}`)}, 'evt_' || left(md5('b' || k), 22), 'message.created', now(), 'message',
       'msg_' || left(md5(k::text), 26), ${idOf("bil", tenant)}, 'PENDING', now(), now() FROM generate_series(1, ${deliveries}) k`,
  );
  await client.query(
    `INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, created_at)
     SELECT 'evt_' || left(md5('b' || k), 22), 'message.created', ${idOf("room", `${tenant} * ${rooms} + ${webhook} % ${rooms}`)},
       ${idOf("org", tenant)}, 'message', 'msg_' || left(md5(k::text), 26), now() FROM generate_series(1, ${deliveries}) k`,
  );
}
