import { instant, json, nullable, statement, text, textArray } from "../db/statement";
import {
  END_RESERVATIONS,
  GRANTED_ROW,
  grantUnits,
  grantUnitsOfKeys,
  SELECT_ALL_GRANTED,
  SELECT_GRANTED,
} from "../usage/units.sql";
import { USED_LATER } from "./request-facts";

const readSettlements = (more = "") => `
  SELECT * FROM json_to_recordset($1::json) AS s(
    at timestamptz, "requestId" text, surface text, method text, route text, status int, "errorCode" text,
    "authMethod" text, "actorType" text, "actorId" text, scopes text, "billingEntityId" text, "organizationId" text,
    "userId" text, "apiKeyId" text, "appId" text, "grantId" text, "externalTokenId" text, "unitsCost" int, "durationMs" int,
    address text, requests int, "roomId" text, facts text, "reservationId" uuid, confirm boolean${more})`;

const INSERT_AUDIT = `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id,
    scopes, billing_entity_id, organization_id, user_id, api_key_id, app_id, grant_id, external_token_id,
    units_cost, duration_ms, address, requests)
  SELECT at, "requestId", surface, method, route, status, "errorCode", "authMethod", "actorType", "actorId",
    scopes, "billingEntityId", "organizationId", "userId", "apiKeyId", "appId", "grantId", "externalTokenId",
    "unitsCost", "durationMs", address, coalesce(requests, 1)
  FROM settled`;

/** Only of rows whose billing entity is known. */
const insertDetails = (facts: string) => `
  INSERT INTO request_details (at, billing_entity_id, request_id, surface, method, route, status, error_code, duration_ms,
    units_cost, actor_type, credential_id, user_id, room_id, facts, transaction_id)
  SELECT at, "billingEntityId", "requestId", surface, method, route, status, "errorCode", "durationMs", "unitsCost",
    "actorType", coalesce("apiKeyId", "appId", CASE WHEN "actorType" = 'agent' THEN "actorId"
      WHEN "authMethod" = 'cli_session' THEN "externalTokenId" END), "userId", "roomId",
    ${facts}, (SELECT pg_current_xact_id()::text::bigint)
  FROM settled WHERE facts IS NOT NULL`;

/** A grant that another request updates right now is skipped. */
const showGrantUse = (at: string, ids: string) => `
  UPDATE oauth_grants SET last_used_at = ${at}
  WHERE id IN (SELECT id FROM oauth_grants WHERE id = ANY(${ids}) FOR NO KEY UPDATE SKIP LOCKED)`;

const showKeyUse = (at: string, ids: string) => `
  UPDATE api_keys SET last_used_at = ${at}
  WHERE id IN (SELECT id FROM api_keys WHERE id = ANY(${ids}) FOR UPDATE SKIP LOCKED)`;

/** Only while the key is recorded: a person who ends it and deletes the bodies must find none afterwards. */
const INSERT_BODIES = `
  INSERT INTO recorded_bodies (at, api_key_id, request_id, request_body, response_body)
  SELECT at, "apiKeyId", "requestId", "requestBody", "responseBody" FROM settled
  WHERE coalesce("requestBody", "responseBody") IS NOT NULL AND "apiKeyId" IN (SELECT id FROM live)`;
const LOCK_RECORDED = `
  SELECT id FROM api_keys WHERE id = ANY(ARRAY(SELECT "apiKeyId" FROM settled)) AND recorded_until > $2 FOR SHARE`;

const ENTER = `settled AS (${readSettlements()}), audited AS (${INSERT_AUDIT}), detailed AS (${insertDetails("facts")})`;
const END = `ended AS (SELECT "reservationId" AS id, confirm FROM settled), ${END_RESERVATIONS}`;
const MARK = `UPDATE unit_reservations r SET is_confirmed = true FROM settled s WHERE r.id = s."reservationId"`;

/** Audit rows, details and ledger in one statement. */
export const SETTLE = statement({
  name: "settle",
  params: [json<string>("json")],
  row: {},
  text: `WITH ${ENTER}, ${END}`,
});

/**
 * Rows of requests whose units fit into the ledger. `usedLater`: units that the rest of the batch takes from the same ledger
 * row.
 */
const enterCharged = (grant: typeof grantUnits) => `${grant("$2", "confirmed")}, settled AS (
    SELECT c.*, g.used - c."usedLater" AS used FROM (${readSettlements(', month date, "usedLater" int')}) c
    JOIN granted g ON g.billing_entity_id = c."billingEntityId" AND g.month = c.month
  ), audited AS (${INSERT_AUDIT}), detailed AS (${insertDetails(`regexp_replace(facts, '\\${USED_LATER}', used::text)`)})`;

const CHARGE_PARAMS = [json<string>("json"), json<string>("json"), json<string>()] as const;

const charge = (name: string, result: string) =>
  statement({ name, params: CHARGE_PARAMS, row: GRANTED_ROW, text: `WITH ${enterCharged(grantUnits)} ${result}` });

/** Also the last use of keys and grants. */
const chargeWithUse = (name: string, grant: typeof grantUnits, result: string) =>
  statement({
    name,
    params: [...CHARGE_PARAMS, instant, textArray, textArray],
    row: GRANTED_ROW,
    text: `WITH ${enterCharged(grant)}, acted AS (${showGrantUse("$4", "$5")}), used AS (${showKeyUse("$4", "$6")}) ${result}`,
  });

/** The units of reads, with their rows. What a batch does not need it does not start. */
export const CHARGE_READS = {
  plain: charge("charge", SELECT_GRANTED),
  withUse: chargeWithUse("charge_with_use", grantUnits, SELECT_GRANTED),
  ofKeys: chargeWithUse("charge_of_keys", grantUnitsOfKeys, SELECT_GRANTED),
};

/** The units of writes, in their transaction: all of them or an error. */
export const CHARGE_WRITES: typeof CHARGE_READS = {
  plain: charge("charge_writes", SELECT_ALL_GRANTED),
  withUse: chargeWithUse("charge_writes_with_use", grantUnits, SELECT_ALL_GRANTED),
  ofKeys: chargeWithUse("charge_writes_of_keys", grantUnitsOfKeys, SELECT_ALL_GRANTED),
};

/** Also the last use of keys and grants. Few batches bring one forward, and the others are spared its start. */
export const SETTLE_WITH_USE = statement({
  name: "settle_with_use",
  params: [json<string>("json"), instant, textArray, textArray],
  row: {},
  text: `WITH ${ENTER}, acted AS (${showGrantUse("$2", "$3")}), used AS (${showKeyUse("$2", "$4")}), ${END}`,
});

/** Also the bodies of requests whose key is recorded. */
export const SETTLE_RECORDED = statement({
  name: "settle_recorded",
  params: [json<string>("json"), instant, textArray, textArray],
  row: {},
  text: `WITH settled AS (${readSettlements(', "requestBody" text, "responseBody" text')}), audited AS (${INSERT_AUDIT}),
    detailed AS (${insertDetails("facts")}), live AS MATERIALIZED (${LOCK_RECORDED}), recorded AS (${INSERT_BODIES}),
    acted AS (${showGrantUse("$2", "$3")}), used AS (${showKeyUse("$2", "$4")}), ${END}`,
});

/** All writes of an entity share its ledger row, and would lock it until COMMIT: a write marks its reservation instead. */
export const SETTLE_WRITE = statement({
  name: "settle_write",
  params: [json<string>("json")],
  row: {},
  text: `WITH ${ENTER} ${MARK}`,
});

export const SETTLE_WRITE_WITH_USE = statement({
  name: "settle_write_with_use",
  params: [json<string>("json"), instant, textArray],
  row: {},
  text: `WITH ${ENTER}, acted AS (${showGrantUse("$2", "$3")}) ${MARK}`,
});

/** The organization follows from its billing entity, so that the two always agree. */
export const RECORD_ACTS = statement({
  name: "record_acts",
  params: [json<string>("json"), instant, text, text],
  row: {},
  text: `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id,
    billing_entity_id, organization_id, user_id, resource_id, details)
  SELECT $2, $3, $4, 'ACT', a.name, a.status, a."errorCode", CASE WHEN a."userId" IS NOT NULL THEN 'session' END,
    CASE WHEN a."userId" IS NOT NULL THEN 'user' END, a."userId", e.id,
    (SELECT o.id FROM organizations o WHERE o.billing_entity_id = e.id), a."userId", a."resourceId", a.details
  FROM json_to_recordset($1::json) AS a(name text, "userId" text, "resourceId" text, "billingEntityId" text,
    "isOwnArea" boolean, status int, "errorCode" text, details jsonb)
  CROSS JOIN LATERAL (SELECT CASE WHEN a."isOwnArea" THEN
    (SELECT u.billing_entity_id FROM users u WHERE u.id = a."userId") ELSE a."billingEntityId" END AS id) e`,
});

/** The ids that are about to leave with a run of an agent, and the gateway that they go to. */
export const ENTER_SENT_CONTEXT = statement({
  name: "enter_sent_context",
  params: [instant, text, text, text, text, text, nullable(text), text, text, json<string>()],
  row: {},
  text: `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, auth_method, actor_type, actor_id, scopes,
    billing_entity_id, organization_id, user_id, resource_id, details)
  VALUES ($1, $2, 'connector', 'SEND', $3, 200, 'session', 'agent', $4, $5, $6, $7, $8, $9, $10)`,
});
