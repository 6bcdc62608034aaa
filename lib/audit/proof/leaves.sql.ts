import { isHeld } from "../../db/holds.sql";
import { bigint, instant, integer, limit, nullable, present, statement } from "../../db/statement";

/**
 * Leaves are in the order of transactions, so the oldest come first. Leaves of held rows stay there and are passed each
 * time.
 */
export const ERASE_LEAVES = statement({
  name: "erase_audit_leaves",
  params: [bigint, instant, limit],
  row: { last: nullable(bigint), old: present(integer), erased: present(integer) },
  text: `
  WITH page AS (SELECT index, audit_id, at FROM audit_leaves WHERE index > $1 ORDER BY index LIMIT $3),
  erased AS (
    DELETE FROM audit_leaves WHERE index = ANY(ARRAY(
      SELECT l.index FROM page l WHERE l.at < $2 AND NOT EXISTS (SELECT FROM audit_log a
        WHERE a.at = l.at AND a.id = l.audit_id AND ${isHeld("a.billing_entity_id")})))
    RETURNING 1)
  SELECT max(index) AS last, (count(*) FILTER (WHERE at < $2))::int AS old, (SELECT count(*)::int FROM erased) AS erased
  FROM page`,
});
