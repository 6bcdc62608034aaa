// SQL: ranges over all columns of an index, across partitions.
import { bigint, boolean, instant, integer, json, limit, nullable, statement, text } from "../db/statement";

export const AUDIT_ROW = {
  id: bigint,
  at: instant,
  requestId: text,
  surface: text,
  method: text,
  route: text,
  status: integer,
  errorCode: nullable(text),
  authMethod: nullable(text),
  actorType: nullable(text),
  userId: nullable(text),
  userName: nullable(text),
  apiKeyId: nullable(text),
  keyName: nullable(text),
  appId: nullable(text),
  appName: nullable(text),
  grantId: nullable(text),
  externalTokenId: nullable(text),
  scopes: text,
  unitsCost: integer,
  durationMs: nullable(integer),
  address: nullable(text),
  requests: integer,
  resourceId: nullable(text),
  details: nullable(json<Record<string, unknown>>()),
};

export const AUDIT_COLUMNS = `
  a.id, a.at, a.request_id AS "requestId", a.surface, a.method, a.route, a.status, a.error_code AS "errorCode",
  a.auth_method AS "authMethod", a.actor_type AS "actorType", a.user_id AS "userId", u.name AS "userName",
  a.api_key_id AS "apiKeyId", k.name AS "keyName", a.app_id AS "appId", p.name AS "appName", a.grant_id AS "grantId",
  a.external_token_id AS "externalTokenId", a.scopes, a.units_cost AS "unitsCost", a.duration_ms AS "durationMs",
  a.address, a.requests, a.resource_id AS "resourceId", a.details`;

export const AUDIT_NAMES = `
  LEFT JOIN users u ON u.id = a.user_id LEFT JOIN api_keys k ON k.id = a.api_key_id
  LEFT JOIN oauth_apps p ON p.id = a.app_id`;

const FILTER = `
  a.at >= coalesce($4::timestamptz, '-infinity') AND ($5::text IS NULL OR a.surface = $5) AND ($6::text IS NULL OR a.route = $6)
  AND ($7::boolean IS NULL OR (a.status >= 400) = $7)
  AND ($8::text IS NULL OR $8 IN (a.request_id, a.user_id, a.api_key_id, a.app_id, a.grant_id, a.external_token_id, a.resource_id))`;

const VALUES = [
  nullable(text),
  instant,
  bigint,
  nullable(instant),
  nullable(text),
  nullable(text),
  nullable(boolean),
  nullable(text),
  limit,
] as const;

/** The range covers all columns of the index, so that no plan walks rows of others. */
const OWN_ROWS = `
  a.billing_entity_id >= $1 AND a.at <= $2 AND (a.billing_entity_id, a.at, a.id) < ($1, $2, $3)`;
const OWN_ORDER = "ORDER BY a.billing_entity_id DESC, a.at DESC, a.id DESC";
const SERVICE_ROWS = "$1::text IS NULL AND a.billing_entity_id IS NULL AND a.at <= $2 AND (a.at, a.id) < ($2, $3)";
const SERVICE_ORDER = "ORDER BY a.at DESC, a.id DESC";
/** The partial index of actions needs this literal condition. */
const IS_ACT = "a.method = 'ACT'";

function listStatement(name: string, rows: string, order: string) {
  return statement({
    name,
    params: VALUES,
    row: AUDIT_ROW,
    text: `
      SELECT ${AUDIT_COLUMNS} FROM (SELECT a.* FROM audit_log a WHERE ${rows} AND ${FILTER} ${order} LIMIT $9) a ${AUDIT_NAMES}
      ${order}`,
  });
}

export const LIST_AUDIT = listStatement("list_audit", OWN_ROWS, OWN_ORDER);
export const LIST_ACTS = listStatement("list_acts", `${IS_ACT} AND ${OWN_ROWS}`, OWN_ORDER);
export const LIST_SERVICE_AUDIT = listStatement("list_service_audit", SERVICE_ROWS, SERVICE_ORDER);
export const LIST_SERVICE_ACTS = listStatement("list_service_acts", `${IS_ACT} AND ${SERVICE_ROWS}`, SERVICE_ORDER);

/** Request ids are chosen by clients, so other entities may have the same one. */
export const LIST_ROWS_OF_REQUEST = statement({
  name: "list_audit_rows_of_request",
  params: [nullable(text), text, limit],
  row: { at: instant, id: bigint },
  text: `
  SELECT a.at, a.id FROM audit_log a WHERE a.request_id = $2 AND a.billing_entity_id IS NOT DISTINCT FROM $1
  ORDER BY a.at, a.id LIMIT $3`,
});
