// SQL: a lateral join reads one index range per name.

import { AUDIT_COLUMNS, AUDIT_NAMES, AUDIT_ROW } from "../../audit-log/audit.sql";
import { bigint, boolean, instant, limit, nullable, statement, text, textArray } from "../../db/statement";

/** Administrators act rarely, so the filters beside the name skip few rows. */
export const LIST_ADMINISTRATION_ACTS = statement({
  name: "list_administration_acts",
  params: {
    names: textArray,
    at: instant,
    beforeId: bigint,
    from: nullable(instant),
    isRefused: nullable(boolean),
    id: nullable(text),
    limit,
  },
  row: { ...AUDIT_ROW, tenantId: nullable(text) },
  text: (p) => `
  SELECT ${AUDIT_COLUMNS}, a.billing_entity_id AS "tenantId" FROM (
    SELECT l.* FROM unnest(${p.names}::text[]) AS named(route) CROSS JOIN LATERAL (
      SELECT a.* FROM audit_log a
      WHERE a.method = 'ACT' AND a.route = named.route AND a.at <= ${p.at} AND (a.at, a.id) < (${p.at}, ${p.beforeId})
        AND a.at >= coalesce(${p.from}::timestamptz, '-infinity') AND (${p.isRefused}::boolean IS NULL OR (a.status >= 400) = ${p.isRefused})
        AND (${p.id}::text IS NULL OR ${p.id} IN (a.request_id, a.user_id, a.resource_id, a.billing_entity_id, a.organization_id))
      ORDER BY a.route DESC, a.at DESC, a.id DESC LIMIT ${p.limit}) l
    ORDER BY l.at DESC, l.id DESC LIMIT ${p.limit}) a ${AUDIT_NAMES}
  ORDER BY a.at DESC, a.id DESC`,
});
