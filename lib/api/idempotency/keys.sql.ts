// SQL: the message bench measures these.
import { eraseStatement } from "../../db/erase";
import { bigint, boolean, bytes, column, instant, integer, nullable, statement, text } from "../../db/statement";

export const LOCK_KEY = statement({
  name: "lock_idempotency_key",
  params: { lock: bigint },
  row: { isTaken: boolean },
  text: (p) => `SELECT pg_try_advisory_xact_lock(${p.lock}) AS "isTaken"`,
});

export const FIND_KEY = statement({
  name: "find_idempotency_key",
  params: { userId: text, appId: text, key: text },
  row: { fingerprint: bytes, status: integer, body: text, createdAt: instant, receipt: nullable(text) },
  text: (p) => `
    SELECT fingerprint, response_status AS status, response_body AS body, created_at AS "createdAt", receipt
    FROM idempotency_keys WHERE user_id = ${p.userId} AND app_id = ${p.appId} AND key = ${p.key}`,
});

export const SAVE_KEYS = statement({
  name: "keep_idempotency_keys",
  params: {
    userIds: column(text),
    appIds: column(text),
    keys: column(text),
    fingerprints: column(bytes),
    statuses: column(integer),
    bodies: column(text),
    createdAts: column(instant),
    receipts: column(nullable(text)),
  },
  row: {},
  text: (p) => `
    INSERT INTO idempotency_keys (user_id, app_id, key, fingerprint, response_status, response_body, created_at, receipt)
    SELECT * FROM unnest(${p.userIds}::text[], ${p.appIds}::text[], ${p.keys}::text[], ${p.fingerprints}::bytea[], ${p.statuses}::integer[], ${p.bodies}::text[], ${p.createdAts}::timestamptz[], ${p.receipts}::text[])`,
});

export const SAVE_OUTCOME = statement({
  name: "keep_idempotency_outcome",
  params: { userId: text, appId: text, key: text, status: integer, body: text },
  row: {},
  text: (p) => `
    UPDATE idempotency_keys SET response_status = ${p.status}, response_body = ${p.body}
    WHERE user_id = ${p.userId} AND app_id = ${p.appId} AND key = ${p.key}`,
});

export const ERASE_KEYS = eraseStatement("erase_idempotency_keys", {
  table: "idempotency_keys",
  key: "ctid",
  age: "created_at",
  // §3: A key is forgotten in time. The effects of its request are held elsewhere.
  entity: null,
});
