// SQL: ranges over all columns of an index, across partitions.
import {
  bigint,
  boolean,
  instant,
  integer,
  json,
  limit,
  nullable,
  type Placeholders,
  statement,
  text,
} from "../db/statement";

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

const PAGE = {
  billingEntityId: nullable(text),
  at: instant,
  beforeId: bigint,
  from: nullable(instant),
  surface: nullable(text),
  route: nullable(text),
  isRefused: nullable(boolean),
  id: nullable(text),
  limit,
};
type Page = Placeholders<keyof typeof PAGE>;

const writeFilter = (p: Page) => `
  a.at >= coalesce(${p.from}::timestamptz, '-infinity') AND (${p.surface}::text IS NULL OR a.surface = ${p.surface}) AND (${p.route}::text IS NULL OR a.route = ${p.route})
  AND (${p.isRefused}::boolean IS NULL OR (a.status >= 400) = ${p.isRefused})
  AND (${p.id}::text IS NULL OR ${p.id} IN (a.request_id, a.user_id, a.api_key_id, a.app_id, a.grant_id, a.external_token_id, a.resource_id))`;

/** The range covers all columns of the index, so that no plan walks rows of others. */
const isOwn = (p: Page) => `
  a.billing_entity_id >= ${p.billingEntityId} AND a.at <= ${p.at} AND (a.billing_entity_id, a.at, a.id) < (${p.billingEntityId}, ${p.at}, ${p.beforeId})`;
const OWN_ORDER = "ORDER BY a.billing_entity_id DESC, a.at DESC, a.id DESC";
const isOfService = (p: Page) =>
  `${p.billingEntityId}::text IS NULL AND a.billing_entity_id IS NULL AND a.at <= ${p.at} AND (a.at, a.id) < (${p.at}, ${p.beforeId})`;
const SERVICE_ORDER = "ORDER BY a.at DESC, a.id DESC";
/** The partial index of actions needs this literal condition. */
const IS_ACT = "a.method = 'ACT'";

function listStatement(name: string, writeRows: (p: Page) => string, order: string) {
  return statement({
    name,
    params: PAGE,
    row: AUDIT_ROW,
    text: (p) => `
      SELECT ${AUDIT_COLUMNS} FROM (SELECT a.* FROM audit_log a WHERE ${writeRows(p)} AND ${writeFilter(p)} ${order} LIMIT ${p.limit}) a ${AUDIT_NAMES}
      ${order}`,
  });
}

export const LIST_AUDIT = listStatement("list_audit", isOwn, OWN_ORDER);
export const LIST_ACTS = listStatement("list_acts", (p) => `${IS_ACT} AND ${isOwn(p)}`, OWN_ORDER);
export const LIST_SERVICE_AUDIT = listStatement("list_service_audit", isOfService, SERVICE_ORDER);
export const LIST_SERVICE_ACTS = listStatement(
  "list_service_acts",
  (p) => `${IS_ACT} AND ${isOfService(p)}`,
  SERVICE_ORDER,
);

/** Request ids are chosen by clients, so other entities may have the same one. */
export const LIST_ROWS_OF_REQUEST = statement({
  name: "list_audit_rows_of_request",
  params: { billingEntityId: nullable(text), requestId: text, limit },
  row: { at: instant, id: bigint },
  text: (p) => `
  SELECT a.at, a.id FROM audit_log a WHERE a.request_id = ${p.requestId} AND a.billing_entity_id IS NOT DISTINCT FROM ${p.billingEntityId}
  ORDER BY a.at, a.id LIMIT ${p.limit}`,
});
