import { instant, json, statement, text } from "../platform/statement";

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
