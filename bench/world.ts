import pg from "pg";
import { SCOPES } from "../lib/access/scopes";
import { migrate } from "../scripts/database/migrate.mjs";

/** Many credentials of one entity without limits: 120 a minute a key, 30 writes a minute a person. */
export const CREDENTIALS = 2_000;
export const SMALL = 10_000;
export const LARGE = 1_000_000;

const id = (prefix: string, n: number | string) => `${prefix}_0${String(n).padStart(25, "0")}`;
export const SMALL_ROOM = id("room", 1);
export const LARGE_ROOM = id("room", 2);
export const USER = id("usr", 1);
export const keyOf = (n: number) => `svc_test_${String(n).padStart(43, "0")}`;
export const tokenOf = (n: number) => `svc_at_${String(n).padStart(43, "0")}`;

/** The n-th message of a room, as the statement below numbers them. */
export const messageOf = (room: string, n: number) =>
  `msg_0${room === SMALL_ROOM ? 1 : 2}${String(n).padStart(24, "0")}`;

const numbered = (prefix: string) => `'${prefix}_0' || lpad(n::text, 25, '0')`;

interface Filling {
  /** Messages of the large room. */
  large?: number;
  credentials?: number;
}

export async function fillDatabase(
  url: string,
  baseUrl: string,
  { large = LARGE, credentials = CREDENTIALS }: Filling = {},
): Promise<void> {
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const scopes = `ARRAY[${SCOPES.map((scope) => `'${scope}'`).join(",")}]`;
  const people = `generate_series(1, ${credentials}) n`;
  const statements = [
    `INSERT INTO billing_entities (id, kind, plan, created_at) SELECT ${numbered("bil")}, 'INDIVIDUAL', 'UNLIMITED', now() FROM ${people}`,
    `INSERT INTO users (id, email, name, billing_entity_id, created_at) SELECT ${numbered("usr")}, 'u' || n || '@example.test', 'User ' || n, ${numbered("bil")}, now() FROM ${people}`,
    `INSERT INTO billing_entities (id, kind, plan, created_at) VALUES ('bil_org', 'ORGANIZATION', 'UNLIMITED', now())`,
    `INSERT INTO organizations (id, name, billing_entity_id, created_at) VALUES ('org_1', 'Bench', 'bil_org', now())`,
    `INSERT INTO organization_memberships (id, organization_id, user_id, role, created_at) SELECT ${numbered("mem")}, 'org_1', ${numbered("usr")}, 20, now() FROM ${people}`,
    `INSERT INTO rooms (id, name, organization_id, billing_entity_id, created_at, updated_at) SELECT ${numbered("room")}, 'Room', 'org_1', 'bil_org', now(), now() FROM generate_series(1, 2) n`,
    `INSERT INTO room_members (id, room_id, user_id, role, created_at) SELECT ${numbered("mem")} || 'a', '${SMALL_ROOM}', ${numbered("usr")}, 20, now() FROM ${people}`,
    `INSERT INTO api_keys (id, name, environment, last4, hash_index, hash, scopes, organization_id, billing_entity_id, created_by_id, created_at)
     SELECT ${numbered("key")}, 'Key', 'test', '0000', left(encode(h, 'hex'), 16), h, ${scopes}, 'org_1', 'bil_org', '${USER}', now()
     FROM (SELECT n, sha256(convert_to('svc_test_' || lpad(n::text, 43, '0'), 'UTF8')) h FROM ${people}) k`,
    `INSERT INTO oauth_apps (id, client_id, name, developer_name, client_type, allowed_scopes, redirect_uris, created_by_id, created_at, updated_at)
     VALUES ('app_1', 'app_1', 'Bench', 'Bench', 'PUBLIC', ${scopes}, '{}', '${USER}', now(), now())`,
    `INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at)
     SELECT ${numbered("grant")}, 'app_1', ${numbered("usr")}, 'bil_org', ${scopes}, '${baseUrl}/v1', now(), now() + interval '1 day' FROM ${people}`,
    `INSERT INTO oauth_access_tokens (hash, id, grant_id, scopes, expires_at, created_at)
     SELECT sha256(convert_to('svc_at_' || lpad(n::text, 43, '0'), 'UTF8')), ${numbered("tok")}, ${numbered("grant")}, ${scopes}, now() + interval '1 day', now() FROM ${people}`,
    ...[
      [SMALL_ROOM, SMALL, "1"],
      [LARGE_ROOM, large, "2"],
    ].map(
      ([room, count, digit]) =>
        `INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at)
         SELECT 'msg_0${digit}' || lpad(n::text, 24, '0'), '${room}', '${USER}', 'Message number ' || n || repeat(' with some words', 4), now(), now()
         FROM generate_series(1, ${count}) n`,
    ),
    "VACUUM ANALYZE",
  ];
  for (const statement of statements) await client.query(statement);
  await client.end();
}
