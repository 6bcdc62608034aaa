// SQL: one shape for five tables, one of which keeps its seals inside JSON.
import { integer, statement, text, textArray } from "./statement";

const BATCH = 200;
const isStale = (p: { prefix: string; unreadable: string }, column: string, id: string) =>
  `NOT starts_with(${column}, ${p.prefix}) AND NOT (${id} = ANY(${p.unreadable})) LIMIT ${BATCH}`;
const SEALED_ROW = { id: text, name: text, sealed: text };

export const FIND_STALE_SEALS = {
  webhook_secrets: statement({
    name: "find_stale_seals_of_webhook_secrets",
    params: { prefix: text, unreadable: textArray },
    row: SEALED_ROW,
    text: (p) => `SELECT webhook_id AS id, '' AS name, ciphertext AS sealed FROM webhook_secrets
      WHERE ${isStale(p, "ciphertext", "webhook_id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
  webhooks: statement({
    name: "find_stale_seals_of_webhooks",
    params: { prefix: text, unreadable: textArray },
    row: SEALED_ROW,
    text: (
      p,
    ) => `SELECT w.id, h.key AS name, h.value AS sealed FROM webhooks w CROSS JOIN LATERAL jsonb_each_text(w.custom_headers) h
      WHERE ${isStale(p, "h.value", "w.id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
  connectors: statement({
    name: "find_stale_seals_of_connectors",
    params: { prefix: text, unreadable: textArray },
    row: SEALED_ROW,
    text: (p) => `SELECT id, '' AS name, gateway_token_ciphertext AS sealed FROM connectors
      WHERE gateway_token_ciphertext <> '' AND ${isStale(p, "gateway_token_ciphertext", "id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
  audit_streams: statement({
    name: "find_stale_seals_of_audit_streams",
    params: { prefix: text, unreadable: textArray },
    row: SEALED_ROW,
    text: (p) =>
      `SELECT id, '' AS name, secret_ciphertext AS sealed FROM audit_streams WHERE ${isStale(p, "secret_ciphertext", "id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
  push_subscriptions: statement({
    name: "find_stale_seals_of_push_subscriptions",
    params: { prefix: text, unreadable: textArray },
    row: SEALED_ROW,
    text: (p) => `SELECT session_id AS id, '' AS name, ciphertext AS sealed FROM push_subscriptions
      WHERE ${isStale(p, "ciphertext", "session_id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
};

export const REPLACE_SEAL = {
  webhook_secrets: statement({
    name: "replace_seal_of_webhook_secret",
    params: { id: text, name: text, stale: text, sealed: text },
    row: { id: text },
    text: (p) => `UPDATE webhook_secrets SET ciphertext = ${p.sealed}::text
      WHERE webhook_id = ${p.id}::text AND ${p.name}::text = '' AND ciphertext = ${p.stale}::text RETURNING webhook_id AS id`,
  }),
  webhooks: statement({
    name: "replace_seal_of_webhook",
    params: { id: text, name: text, stale: text, sealed: text },
    row: { id: text },
    text: (
      p,
    ) => `UPDATE webhooks SET custom_headers = jsonb_set(custom_headers, ARRAY[${p.name}], to_jsonb(${p.sealed}::text))
      WHERE id = ${p.id} AND custom_headers ->> ${p.name} = ${p.stale} RETURNING id`,
  }),
  connectors: statement({
    name: "replace_seal_of_connector",
    params: { id: text, name: text, stale: text, sealed: text },
    row: { id: text },
    text: (p) => `UPDATE connectors SET gateway_token_ciphertext = ${p.sealed}::text
      WHERE id = ${p.id}::text AND ${p.name}::text = '' AND gateway_token_ciphertext = ${p.stale}::text RETURNING id`,
  }),
  audit_streams: statement({
    name: "replace_seal_of_audit_stream",
    params: { id: text, name: text, stale: text, sealed: text },
    row: { id: text },
    text: (p) => `UPDATE audit_streams SET secret_ciphertext = ${p.sealed}::text
      WHERE id = ${p.id}::text AND ${p.name}::text = '' AND secret_ciphertext = ${p.stale}::text RETURNING id`,
  }),
  push_subscriptions: statement({
    name: "replace_seal_of_push_subscription",
    params: { id: text, name: text, stale: text, sealed: text },
    row: { id: text },
    text: (p) => `UPDATE push_subscriptions SET ciphertext = ${p.sealed}::text
      WHERE session_id = ${p.id}::text AND ${p.name}::text = '' AND ciphertext = ${p.stale}::text RETURNING session_id AS id`,
  }),
};

const KEY_ID =
  "CASE WHEN starts_with(sealed, 'v2.') THEN split_part(sealed, '.', 2) ELSE split_part(sealed, '.', 1) END";

export const COUNT_SEALS = statement({
  name: "count_seals",
  row: { keyId: text, seals: integer },
  text: `SELECT ${KEY_ID} AS "keyId", count(*)::int AS seals FROM (
      SELECT ciphertext AS sealed FROM webhook_secrets
      UNION ALL SELECT h.value FROM webhooks w CROSS JOIN LATERAL jsonb_each_text(w.custom_headers) h
      UNION ALL SELECT gateway_token_ciphertext FROM connectors WHERE gateway_token_ciphertext <> ''
      UNION ALL SELECT secret_ciphertext FROM audit_streams
      UNION ALL SELECT ciphertext FROM push_subscriptions) s
    GROUP BY 1 ORDER BY 1`,
  readsAll: "seals of a key may be in any row",
});
