// SQL: the message bench measures them, and their rows travel with COMMIT.
import { boolean, instant, json, nullable, statement, text } from "../db/statement";
import { GRANTED_ROW, grantUnits, passOrRaise, SELECT_GRANTED } from "../usage/units.sql";
import { USED_LATER } from "./request-facts";

const readSettlements = (p: { rows: string }, more: string) => `
  SELECT * FROM json_to_recordset(${p.rows}::json) AS s(
    at timestamptz, "requestId" text, surface text, method text, route text, status int, "errorCode" text,
    "authMethod" text, "actorType" text, "actorId" text, scopes text, "billingEntityId" text, "organizationId" text,
    "userId" text, "apiKeyId" text, "appId" text, "grantId" text, "externalTokenId" text, "unitsCost" int, "durationMs" int,
    address text, requests int, "roomId" text, facts text, ${more})`;

const INSERT_AUDIT = `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id,
    scopes, billing_entity_id, organization_id, user_id, api_key_id, app_id, grant_id, external_token_id,
    units_cost, duration_ms, address, requests)
  SELECT at, "requestId", surface, method, route, status, "errorCode", "authMethod", "actorType", "actorId",
    scopes, "billingEntityId", "organizationId", "userId", "apiKeyId", "appId", "grantId", "externalTokenId",
    "unitsCost", "durationMs", address, coalesce(requests, 1)
  FROM settled`;

const insertDetails = (facts: string) => `
  INSERT INTO request_details (at, billing_entity_id, request_id, surface, method, route, status, error_code, duration_ms,
    units_cost, actor_type, credential_id, user_id, room_id, facts, transaction_id)
  SELECT at, "billingEntityId", "requestId", surface, method, route, status, "errorCode", "durationMs", "unitsCost",
    "actorType", coalesce("apiKeyId", "appId", CASE WHEN "actorType" = 'agent' THEN "actorId"
      WHEN "authMethod" = 'cli_session' THEN "externalTokenId" END), "userId", "roomId",
    ${facts}, (SELECT pg_current_xact_id()::text::bigint)
  FROM settled WHERE facts IS NOT NULL`;

/**
 * All writes of an entity share its ledger row and would lock it until COMMIT. So a confirmed reservation is only
 * marked here, and ended behind the statement.
 */
export const SETTLE = statement({
  name: "settle",
  params: { rows: json<string>("json") },
  row: {},
  text: (p) => `WITH settled AS (${readSettlements(p, '"confirmedId" uuid')}),
    audited AS (${INSERT_AUDIT}), detailed AS (${insertDetails("facts")})
  UPDATE unit_reservations r SET is_confirmed = true FROM settled s WHERE r.id = s."confirmedId"`,
});

/**
 * The rows of requests whose units fit. `usedLater`: units that the rest of the batch takes from the same ledger row.
 * `mustFit`: all of them must fit, or nothing is written.
 */
export const CHARGE = statement({
  name: "charge",
  params: { rows: json<string>("json"), sums: json<string>("json"), limits: json<string>(), mustFit: boolean },
  row: GRANTED_ROW,
  text: (p) => `WITH ${grantUnits(p, "confirmed", passOrRaise(p.mustFit))}, settled AS (
    SELECT c.*, g.used - c."usedLater" AS used FROM (${readSettlements(p, 'month date, "usedLater" int')}) c
    JOIN granted g ON g.billing_entity_id = c."billingEntityId" AND g.month = c.month
  ), audited AS (${INSERT_AUDIT}), detailed AS (${insertDetails(`regexp_replace(facts, '\\${USED_LATER}', used::text)`)})
  ${SELECT_GRANTED}`,
});

/** The organization follows from its billing entity, so that the two always agree. */
export const RECORD_ACTIONS = statement({
  name: "record_acts",
  params: { rows: json<string>("json"), now: instant, requestId: text, surface: text },
  row: {},
  text: (p) => `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id,
    billing_entity_id, organization_id, user_id, resource_id, details)
  SELECT ${p.now}, ${p.requestId}, ${p.surface}, 'ACT', a.name, a.status, a."errorCode", CASE WHEN a."userId" IS NOT NULL THEN 'session' END,
    CASE WHEN a."userId" IS NOT NULL THEN 'user' END, a."userId", e.id,
    (SELECT o.id FROM organizations o WHERE o.billing_entity_id = e.id), a."userId", a."resourceId", a.details
  FROM json_to_recordset(${p.rows}::json) AS a(name text, "userId" text, "resourceId" text, "billingEntityId" text,
    "isOwnArea" boolean, status int, "errorCode" text, details jsonb)
  CROSS JOIN LATERAL (SELECT CASE WHEN a."isOwnArea" THEN
    (SELECT u.billing_entity_id FROM users u WHERE u.id = a."userId") ELSE a."billingEntityId" END AS id) e`,
});

export const ENTER_SENT_CONTEXT = statement({
  name: "enter_sent_context",
  params: {
    now: instant,
    requestId: text,
    route: text,
    connectorId: text,
    scopes: text,
    billingEntityId: text,
    organizationId: nullable(text),
    userId: text,
    runId: text,
    details: json<string>(),
  },
  row: {},
  text: (p) => `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, auth_method, actor_type, actor_id, scopes,
    billing_entity_id, organization_id, user_id, resource_id, details)
  VALUES (${p.now}, ${p.requestId}, 'connector', 'SEND', ${p.route}, 200, 'session', 'agent', ${p.connectorId}, ${p.scopes}, ${p.billingEntityId}, ${p.organizationId}, ${p.userId}, ${p.runId}, ${p.details})`,
});
