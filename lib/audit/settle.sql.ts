import { instant, json, statement, textArray } from "../platform/statement";
import { END_RESERVATIONS } from "../usage/units.sql";

const READ_SETTLEMENTS = `
  SELECT * FROM json_to_recordset($1::json) AS s(
    at timestamptz, "requestId" text, surface text, method text, route text, status int, "errorCode" text,
    "authMethod" text, "actorType" text, "actorId" text, scopes text, "billingEntityId" text, "organizationId" text,
    "userId" text, "apiKeyId" text, "appId" text, "grantId" text, "externalTokenId" text, "unitsCost" int, "durationMs" int,
    address text, requests int, "reservationId" uuid, confirm boolean)`;

const INSERT_AUDIT = `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id,
    scopes, billing_entity_id, organization_id, user_id, api_key_id, app_id, grant_id, external_token_id,
    units_cost, duration_ms, address, requests)
  SELECT at, "requestId", surface, method, route, status, "errorCode", "authMethod", "actorType", "actorId",
    scopes, "billingEntityId", "organizationId", "userId", "apiKeyId", "appId", "grantId", "externalTokenId",
    "unitsCost", "durationMs", address, coalesce(requests, 1)
  FROM settled`;

/** A grant that another request updates right now is skipped. */
const SHOW_GRANT_USE = `
  UPDATE oauth_grants SET last_used_at = $2
  WHERE id IN (SELECT id FROM oauth_grants WHERE id = ANY($3) FOR NO KEY UPDATE SKIP LOCKED)`;

/** Audit rows, ledger, and the last use of keys and grants in one statement. */
export const SETTLE = statement({
  name: "settle",
  params: [json<string>("json"), instant, textArray, textArray],
  row: {},
  text: `
  WITH settled AS (${READ_SETTLEMENTS}), audited AS (${INSERT_AUDIT}), acted AS (${SHOW_GRANT_USE}), used AS (
    UPDATE api_keys SET last_used_at = $2
    WHERE id IN (SELECT id FROM api_keys WHERE id = ANY($4) FOR UPDATE SKIP LOCKED)
  ), ended AS (SELECT "reservationId" AS id, confirm FROM settled), ${END_RESERVATIONS}`,
});

/** All writes of an entity share its ledger row, and would lock it until COMMIT: a write marks its reservation instead. */
export const SETTLE_WRITE = statement({
  name: "settle_write",
  params: [json<string>("json"), instant, textArray],
  row: {},
  text: `
  WITH settled AS (${READ_SETTLEMENTS}), audited AS (${INSERT_AUDIT}), acted AS (${SHOW_GRANT_USE})
  UPDATE unit_reservations r SET is_confirmed = true FROM settled s WHERE r.id = s."reservationId"`,
});
