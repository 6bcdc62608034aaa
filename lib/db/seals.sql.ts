// SQL: one shape for four tables, one of which keeps its seals inside JSON.
import { integer, statement, text, textArray } from "./statement";

const BATCH = 200;
const STALE = (column: string, id: string) => `NOT starts_with(${column}, $1) AND NOT (${id} = ANY($2)) LIMIT ${BATCH}`;
const SEALED_ROW = { id: text, name: text, sealed: text };

export const FIND_STALE_SEALS = {
  webhook_secrets: statement({
    name: "find_stale_seals_of_webhook_secrets",
    params: [text, textArray],
    row: SEALED_ROW,
    text: `SELECT webhook_id AS id, '' AS name, ciphertext AS sealed FROM webhook_secrets
      WHERE ${STALE("ciphertext", "webhook_id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
  webhooks: statement({
    name: "find_stale_seals_of_webhooks",
    params: [text, textArray],
    row: SEALED_ROW,
    text: `SELECT w.id, h.key AS name, h.value AS sealed FROM webhooks w CROSS JOIN LATERAL jsonb_each_text(w.custom_headers) h
      WHERE ${STALE("h.value", "w.id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
  connectors: statement({
    name: "find_stale_seals_of_connectors",
    params: [text, textArray],
    row: SEALED_ROW,
    text: `SELECT id, '' AS name, gateway_token_ciphertext AS sealed FROM connectors
      WHERE gateway_token_ciphertext <> '' AND ${STALE("gateway_token_ciphertext", "id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
  audit_streams: statement({
    name: "find_stale_seals_of_audit_streams",
    params: [text, textArray],
    row: SEALED_ROW,
    text: `SELECT id, '' AS name, secret_ciphertext AS sealed FROM audit_streams WHERE ${STALE("secret_ciphertext", "id")}`,
    readsAll: "seals of an older key may be in any row",
  }),
};

export const REPLACE_SEAL = {
  webhook_secrets: statement({
    name: "replace_seal_of_webhook_secret",
    params: [text, text, text, text],
    row: { id: text },
    text: `UPDATE webhook_secrets SET ciphertext = $4::text
      WHERE webhook_id = $1::text AND $2::text = '' AND ciphertext = $3::text RETURNING webhook_id AS id`,
  }),
  webhooks: statement({
    name: "replace_seal_of_webhook",
    params: [text, text, text, text],
    row: { id: text },
    text: `UPDATE webhooks SET custom_headers = jsonb_set(custom_headers, ARRAY[$2], to_jsonb($4::text))
      WHERE id = $1 AND custom_headers ->> $2 = $3 RETURNING id`,
  }),
  connectors: statement({
    name: "replace_seal_of_connector",
    params: [text, text, text, text],
    row: { id: text },
    text: `UPDATE connectors SET gateway_token_ciphertext = $4::text
      WHERE id = $1::text AND $2::text = '' AND gateway_token_ciphertext = $3::text RETURNING id`,
  }),
  audit_streams: statement({
    name: "replace_seal_of_audit_stream",
    params: [text, text, text, text],
    row: { id: text },
    text: `UPDATE audit_streams SET secret_ciphertext = $4::text
      WHERE id = $1::text AND $2::text = '' AND secret_ciphertext = $3::text RETURNING id`,
  }),
};

const KEY_ID =
  "CASE WHEN starts_with(sealed, 'v2.') THEN split_part(sealed, '.', 2) ELSE split_part(sealed, '.', 1) END";

export const COUNT_SEALS = statement({
  name: "count_seals",
  params: [],
  row: { keyId: text, seals: integer },
  text: `SELECT ${KEY_ID} AS "keyId", count(*)::int AS seals FROM (
      SELECT ciphertext AS sealed FROM webhook_secrets
      UNION ALL SELECT h.value FROM webhooks w CROSS JOIN LATERAL jsonb_each_text(w.custom_headers) h
      UNION ALL SELECT gateway_token_ciphertext FROM connectors WHERE gateway_token_ciphertext <> ''
      UNION ALL SELECT secret_ciphertext FROM audit_streams) s
    GROUP BY 1 ORDER BY 1`,
  readsAll: "seals of a key may be in any row",
});
