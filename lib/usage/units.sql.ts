// SQL: requests and deliveries pay by these, under locks in one order.

import { column, double, instant, integer, json, nullable, type SqlType, statement, text, uuid } from "../db/statement";

export const date: SqlType<string> = { type: "date", isNullable: false };

interface Wanted {
  sums: string;
  limits: string;
}

const fits = (p: Wanted, units: string, entityId: string) =>
  `coalesce(${units} <= (${p.limits}::jsonb ->> ${entityId})::int, true)`;

type Column = "confirmed" | "reserved";

/**
 * `granted`: the ledger rows with room for what `sums` asks of them, with the units added. Rows are locked in
 * one order, so that two processes never deadlock. `limits` has the limits of entities and the budgets of keys by id.
 * Budgets are a condition on the same row, so a request takes its units from both or from none. `pass` may raise
 * instead of leaving out.
 */
export const grantUnits = (p: Wanted, column: Column, pass = (condition: string) => condition) => `
  wanted AS (
    SELECT * FROM json_to_recordset(${p.sums}::json) AS w("entityId" text, month date, total int, keys jsonb)
  ), granted AS (
    INSERT INTO unit_ledger AS l (billing_entity_id, month, ${column}, key_units)
    SELECT "entityId", month, total, keys FROM wanted
    WHERE ${pass(`${fits(p, "total", `"entityId"`)} AND (keys IS NULL OR add_key_units(NULL, keys, ${p.limits}) IS NOT NULL)`)}
    ORDER BY "entityId", month
    ON CONFLICT (billing_entity_id, month) DO UPDATE SET ${column} = l.${column} + excluded.${column},
      key_units = CASE WHEN excluded.key_units IS NULL THEN l.key_units
        ELSE add_key_units(l.key_units, excluded.key_units, ${p.limits}) END
    WHERE ${pass(`${fits(p, `l.confirmed + l.reserved + excluded.${column}`, "l.billing_entity_id")}
      AND (excluded.key_units IS NULL OR add_key_units(l.key_units, excluded.key_units, ${p.limits}) IS NOT NULL)`)}
    RETURNING billing_entity_id, month, confirmed + reserved AS used
  )`;

export const UNITS_REFUSED = "SV001";
/** Units that do not fit raise UNITS_REFUSED when `mustFit` is set, and undo the transaction. */
export const passOrRaise = (mustFit: string) => (condition: string) =>
  `CASE WHEN ${condition} THEN true ELSE NOT require_units(NOT ${mustFit}) END`;

export const GRANTED_ROW = { entityId: text, month: text, used: integer };
export const SELECT_GRANTED = `SELECT billing_entity_id AS "entityId", month::text AS month, used FROM granted`;

export const RESERVE_UNITS = statement({
  name: "reserve_units",
  params: { sums: json<string>("json"), requests: json<string>("json"), limits: json<string>() },
  row: GRANTED_ROW,
  text: (p) => `
  WITH ${grantUnits(p, "reserved")}, held AS (
    INSERT INTO unit_reservations (id, billing_entity_id, month, units, expires_at, api_key_id)
    SELECT r.id, r."entityId", r.month, r.units,
      -- A process whose clock is behind would make reservations that the next sweep takes for those of a crash.
      greatest(r."expiresAt", now() + r."livesMs" * interval '1 ms'), r."apiKeyId"
    FROM json_to_recordset(${p.requests}::json) AS r(id uuid, "entityId" text, month date, units int, "expiresAt" timestamptz,
      "livesMs" float8, "apiKeyId" text)
    WHERE (SELECT jsonb_object_agg(billing_entity_id || month, true) FROM granted) ? (r."entityId" || r.month)
  )
  ${SELECT_GRANTED}`,
});

export const READ_UNITS = statement({
  name: "read_units",
  params: { entityId: text, month: date, keyId: nullable(text) },
  row: { used: integer, keyUsed: nullable(integer) },
  text: (p) => `
    SELECT confirmed + reserved AS used, (key_units ->> ${p.keyId})::int AS "keyUsed"
    FROM unit_ledger WHERE billing_entity_id = ${p.entityId} AND month = ${p.month}`,
});

export const BEGIN_KEY_UNITS = statement({
  name: "begin_key_units",
  params: { entityId: text, month: date, keyId: text },
  row: {},
  text: (p) => `
    WITH state AS (SELECT transaction_id, counted_until FROM request_rollups WHERE id = 1), month AS (
      SELECT ${p.month}::date::timestamp AT TIME ZONE 'UTC' AS since
    ), used AS (
      SELECT units FROM request_hours
      WHERE billing_entity_id = ${p.entityId} AND hour >= (SELECT since FROM month) AND credential_id = ${p.keyId}
      UNION ALL
      SELECT units_cost FROM request_details
      WHERE billing_entity_id = ${p.entityId} AND credential_id = ${p.keyId}
        AND at >= greatest((SELECT since FROM month), (SELECT counted_until FROM state))
        AND transaction_id >= (SELECT transaction_id FROM state)
    )
    INSERT INTO unit_ledger AS l (billing_entity_id, month, key_units)
    SELECT ${p.entityId}, ${p.month}, jsonb_build_object(${p.keyId}::text, coalesce(sum(units), 0)::int) FROM used
    ON CONFLICT (billing_entity_id, month) DO UPDATE
      SET key_units = coalesce(l.key_units, '{}') || excluded.key_units`,
});

export const COPY_KEY_UNITS = statement({
  name: "copy_key_units",
  params: { entityId: text, month: date, keyId: text, successorId: text },
  row: {},
  text: (p) => `
    UPDATE unit_ledger SET key_units = key_units || jsonb_build_object(${p.successorId}::text, key_units -> ${p.keyId})
    WHERE billing_entity_id = ${p.entityId} AND month = ${p.month} AND key_units ? ${p.keyId}`,
});

export const END_KEY_UNITS = statement({
  name: "end_key_units",
  params: { entityId: text, month: date, keyId: text },
  row: {},
  text: (p) => `
    UPDATE unit_ledger SET key_units = nullif(key_units - ${p.keyId}::text, '{}')
    WHERE billing_entity_id = ${p.entityId} AND month = ${p.month} AND key_units ? ${p.keyId}`,
});

/**
 * Ends the reservations of `ended (id)`. Deleting the row moves its units in the ledger, so none moves twice. Rows are
 * found by ANY or LATERAL: a join that was planned on empty tables would read all of them.
 */
const DELETE_RESERVATIONS = `
  done AS (
    DELETE FROM unit_reservations r USING ended e
    WHERE r.id = ANY(ARRAY(SELECT id FROM ended)) AND r.id = e.id
    RETURNING r.id, r.billing_entity_id, r.month, r.units, r.api_key_id, r.expires_at, r.is_confirmed AS confirm
  ), sums AS (
    SELECT billing_entity_id, month, sum(units)::int AS released, count(*)::int AS reservations,
           coalesce(sum(units) FILTER (WHERE confirm), 0)::int AS confirmed,
           jsonb_agg(jsonb_build_array(api_key_id, units)) FILTER (WHERE api_key_id IS NOT NULL AND NOT confirm) AS returned
    FROM done GROUP BY 1, 2
  ), locked AS (
    -- Ledger rows are locked in one order.
    SELECT s.* FROM (SELECT * FROM sums ORDER BY 1, 2 OFFSET 0) s CROSS JOIN LATERAL (
      SELECT FROM unit_ledger WHERE billing_entity_id = s.billing_entity_id AND month = s.month FOR UPDATE) l
  )`;

const MOVE_UNITS = `
  UPDATE unit_ledger l SET reserved = l.reserved - s.released, confirmed = l.confirmed + s.confirmed,
    -- A key whose budget was removed meanwhile is not in the list any more.
    key_units = CASE WHEN s.returned IS NULL THEN l.key_units ELSE l.key_units || coalesce((
      SELECT jsonb_object_agg(id, (l.key_units ->> id)::int - units)
      FROM (SELECT r ->> 0 AS id, sum((r ->> 1)::int) AS units FROM jsonb_array_elements(s.returned) AS r GROUP BY 1) AS keys
      WHERE l.key_units ? id), '{}') END
  FROM locked s WHERE l.billing_entity_id = ANY(ARRAY(SELECT billing_entity_id FROM locked))
    AND l.billing_entity_id = s.billing_entity_id AND l.month = s.month`;

export const END_RESERVATIONS = statement({
  name: "end_reservations",
  params: { ids: column(uuid) },
  row: {},
  text: (p) => `WITH ended AS (SELECT unnest(${p.ids}::uuid[]) AS id), ${DELETE_RESERVATIONS} ${MOVE_UNITS}`,
});

/** The earlier of two clocks counts: a process that is ahead would take units of requests under way. */
export const RELEASE_STALE_RESERVATIONS = statement({
  name: "release_stale_reservations",
  params: { now: instant, clockOffsetMs: double },
  row: { reservations: integer },
  text: (p) => `
    WITH ended AS MATERIALIZED (
      SELECT id FROM unit_reservations WHERE expires_at < least(${p.now}, now() + ${p.clockOffsetMs} * interval '1 ms')
      ORDER BY expires_at
    ), ${DELETE_RESERVATIONS} ${MOVE_UNITS}
    RETURNING s.reservations`,
});
