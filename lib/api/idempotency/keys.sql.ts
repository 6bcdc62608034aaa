// SQL: the message bench measures these.
import { eraseStatement } from "../../db/erase";
import { bigint, boolean, bytes, column, instant, integer, nullable, statement, text } from "../../db/statement";

export const LOCK_KEY = statement({
  name: "lock_idempotency_key",
  params: [bigint],
  row: { isTaken: boolean },
  text: `SELECT pg_try_advisory_xact_lock($1) AS "isTaken"`,
});

export const FIND_KEY = statement({
  name: "find_idempotency_key",
  params: [text, text, text],
  row: { fingerprint: bytes, status: integer, body: text, createdAt: instant, receipt: nullable(text) },
  text: `
    SELECT fingerprint, response_status AS status, response_body AS body, created_at AS "createdAt", receipt
    FROM idempotency_keys WHERE user_id = $1 AND app_id = $2 AND key = $3`,
});

export const SAVE_KEYS = statement({
  name: "keep_idempotency_keys",
  params: [
    column(text),
    column(text),
    column(text),
    column(bytes),
    column(integer),
    column(text),
    column(instant),
    column(nullable(text)),
  ],
  row: {},
  text: `
    INSERT INTO idempotency_keys (user_id, app_id, key, fingerprint, response_status, response_body, created_at, receipt)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::integer[], $6::text[], $7::timestamptz[], $8::text[])`,
});

export const SAVE_OUTCOME = statement({
  name: "keep_idempotency_outcome",
  params: [text, text, text, integer, text],
  row: {},
  text: `
    UPDATE idempotency_keys SET response_status = $4, response_body = $5
    WHERE user_id = $1 AND app_id = $2 AND key = $3`,
});

export const ERASE_KEYS = eraseStatement("erase_idempotency_keys", {
  table: "idempotency_keys",
  key: "ctid",
  age: "created_at",
  // §3: A key is forgotten in time. The effects of its request are held elsewhere.
  entity: null,
});
