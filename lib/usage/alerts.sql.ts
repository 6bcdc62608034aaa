// SQL: the counters say what is due, and legal holds what stays.

import { isHeld } from "../db/holds.sql";
import { instant, integer, integerArray, statement, text } from "../db/statement";
import { date } from "./units.sql";

/**
 * The counters say which alerts are due, so a crash loses none.
 */
export const RAISE_ALERTS = statement({
  name: "raise_usage_alerts",
  params: { month: date, shares: integerArray, unitsMin: integer, unitsPerSeat: integer, at: instant },
  row: { subjectId: text, percent: integer },
  text: (p) => `
  WITH counted AS (
    SELECT l.billing_entity_id, l.billing_entity_id AS subject_id, l.confirmed + l.reserved AS used,
      CASE WHEN e.plan = 'STANDARD' THEN greatest(${p.unitsMin}, ${p.unitsPerSeat} * e.seats) END AS units_max
    FROM unit_ledger l JOIN billing_entities e ON e.id = l.billing_entity_id WHERE l.month = ${p.month}
    UNION ALL
    SELECT l.billing_entity_id, k.id, u.used::int, k.monthly_units_max
    FROM unit_ledger l CROSS JOIN LATERAL jsonb_each_text(l.key_units) AS u(id, used) JOIN api_keys k ON k.id = u.id
    WHERE l.month = ${p.month}
  )
  INSERT INTO usage_alerts (subject_id, month, percent, billing_entity_id, raised_at)
  SELECT subject_id, ${p.month}, percent, billing_entity_id, ${p.at} FROM counted CROSS JOIN unnest(${p.shares}::int[]) AS share(percent)
  WHERE used::bigint * 100 >= units_max::bigint * percent
  ORDER BY subject_id, percent ON CONFLICT DO NOTHING
  RETURNING subject_id AS "subjectId", percent::int AS percent`,
});

export const ERASE_OLD_ALERTS = statement({
  name: "erase_old_usage_alerts",
  params: { month: date },
  row: {},
  text: (p) => `DELETE FROM usage_alerts t WHERE month < ${p.month} AND NOT ${isHeld("t.billing_entity_id")}`,
});
