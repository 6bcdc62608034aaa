import { instant, integer, json, type SqlType, statement, text, uuid } from "../platform/statement";

/** pg writes a day as text. */
const date: SqlType<string> = { type: "date", isNullable: false };
const uuidArray: SqlType<readonly string[]> = { type: "uuid[]", isNullable: false };

/**
 * One conditional statement for all entities of a batch: the ledger rows that still have room, and their reservations.
 * Rows are locked in one order, so that two processes never deadlock.
 */
export const RESERVE_UNITS = statement({
  name: "reserve_units",
  params: [json<string>("json"), json<string>("json")],
  row: { entityId: text, month: text, used: integer },
  text: `
  WITH wanted AS (
    SELECT * FROM json_to_recordset($1::json) AS w("entityId" text, month date, total int, "limit" int)
  ), granted AS (
    INSERT INTO unit_ledger AS l (billing_entity_id, month, reserved)
    SELECT "entityId", month, total FROM wanted
    WHERE "limit" IS NULL OR total <= "limit"
    ORDER BY "entityId", month
    ON CONFLICT (billing_entity_id, month) DO UPDATE SET reserved = l.reserved + excluded.reserved
    -- By key: a look into the list for each of its rows would be its square.
    WHERE coalesce(l.confirmed + l.reserved + excluded.reserved
      <= ((SELECT jsonb_object_agg("entityId", "limit") FROM wanted) ->> l.billing_entity_id)::int, true)
    RETURNING billing_entity_id, month, confirmed + reserved AS used
  ), held AS (
    INSERT INTO unit_reservations (id, billing_entity_id, month, units, expires_at)
    SELECT r.id, r."entityId", r.month, r.units, r."expiresAt"
    FROM json_to_recordset($2::json) AS r(id uuid, "entityId" text, month date, units int, "expiresAt" timestamptz)
    WHERE (SELECT jsonb_object_agg(billing_entity_id || month, true) FROM granted) ? (r."entityId" || r.month)
  )
  SELECT billing_entity_id AS "entityId", month::text AS month, used FROM granted`,
});

export const READ_UNITS = statement({
  name: "read_units",
  params: [text, date],
  row: { used: integer },
  text: "SELECT confirmed + reserved AS used FROM unit_ledger WHERE billing_entity_id = $1 AND month = $2",
});

/**
 * Ends the reservations of `ended (id, confirm)`. Deleting the row moves its units in the ledger, so none moves twice;
 * ledger rows are locked in one order.
 */
export const END_RESERVATIONS = `
  done AS (
    DELETE FROM unit_reservations r USING ended e WHERE r.id = e.id
    RETURNING r.billing_entity_id, r.month, r.units, e.confirm OR r.is_confirmed AS confirm
  ), sums AS (
    SELECT billing_entity_id, month, sum(units)::int AS released, count(*)::int AS reservations,
           coalesce(sum(units) FILTER (WHERE confirm), 0)::int AS confirmed
    FROM done GROUP BY 1, 2
  ), locked AS (
    SELECT s.* FROM sums s JOIN unit_ledger l USING (billing_entity_id, month) ORDER BY 1, 2 FOR UPDATE OF l
  )
  UPDATE unit_ledger l SET reserved = l.reserved - s.released, confirmed = l.confirmed + s.confirmed
  FROM locked s WHERE l.billing_entity_id = s.billing_entity_id AND l.month = s.month`;

/** A reservation that was ended before is not counted again. */
export const CONFIRM_RESERVATIONS = statement({
  name: "confirm_reservations",
  params: [uuidArray],
  row: {},
  text: `WITH ended AS (SELECT unnest($1::uuid[]) AS id, true AS confirm), ${END_RESERVATIONS}`,
});

export const RELEASE_RESERVATION = statement({
  name: "release_reservation",
  params: [uuid],
  row: {},
  text: `WITH ended AS (SELECT $1::uuid AS id, false AS confirm), ${END_RESERVATIONS}`,
});

export const RELEASE_STALE_RESERVATIONS = statement({
  name: "release_stale_reservations",
  params: [instant],
  row: { reservations: integer },
  text: `
    WITH ended AS (SELECT id, false AS confirm FROM unit_reservations WHERE expires_at < $1), ${END_RESERVATIONS}
    RETURNING s.reservations`,
});
