// SQL: a lateral join reads one index range per name.

import { AUDIT_COLUMNS, AUDIT_NAMES, AUDIT_ROW } from "../../audit-log/audit.sql";
import { bigint, boolean, instant, limit, nullable, statement, text, textArray } from "../../db/statement";

/** Administrators act rarely, so the filters beside the name skip few rows. */
export const LIST_ADMINISTRATION_ACTS = statement({
  name: "list_administration_acts",
  params: [textArray, instant, bigint, nullable(instant), nullable(boolean), nullable(text), limit],
  row: { ...AUDIT_ROW, tenantId: nullable(text) },
  text: `
  SELECT ${AUDIT_COLUMNS}, a.billing_entity_id AS "tenantId" FROM (
    SELECT l.* FROM unnest($1::text[]) AS named(route) CROSS JOIN LATERAL (
      SELECT a.* FROM audit_log a
      WHERE a.method = 'ACT' AND a.route = named.route AND a.at <= $2 AND (a.at, a.id) < ($2, $3)
        AND a.at >= coalesce($4::timestamptz, '-infinity') AND ($5::boolean IS NULL OR (a.status >= 400) = $5)
        AND ($6::text IS NULL OR $6 IN (a.request_id, a.user_id, a.resource_id, a.billing_entity_id, a.organization_id))
      ORDER BY a.route DESC, a.at DESC, a.id DESC LIMIT $7) l
    ORDER BY l.at DESC, l.id DESC LIMIT $7) a ${AUDIT_NAMES}
  ORDER BY a.at DESC, a.id DESC`,
});
