import { randomUUID } from "node:crypto";
import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { type Executor, sql } from "../platform/db";
import { limitMonthlyUnits, type Quota, RESERVATION_LIFETIME_MS } from "../platform/limits";
import { shared } from "../platform/shared";
import { monthOf, monthReset, type UnitsState } from "./units";

/** Who pays, and how much a month. */
export type Payer = Quota & { readonly entityId: string };

export interface Reservation {
  id: string;
  units: number;
}

interface Asked {
  id: string;
  entityId: string;
  month: string;
  units: number;
  limit: number | null;
  expiresAt: string;
}

/** used: what the ledger says after this one; null: it did not fit. */
type Granted = { used: number } | null;

/**
 * One conditional statement for all entities of a batch: the ledger rows that still have room, and the reservations
 * behind them. Rows are taken in one order, so that two processes never wait for each other in a circle.
 */
const RESERVE = `
  WITH wanted AS (
    SELECT * FROM json_to_recordset($1::json) AS w("entityId" text, month date, total int, "limit" int)
  ), granted AS (
    INSERT INTO unit_ledger AS l (billing_entity_id, month, reserved)
    SELECT "entityId", month, total FROM wanted
    WHERE "limit" IS NULL OR total <= "limit"
    ORDER BY "entityId", month
    ON CONFLICT (billing_entity_id, month) DO UPDATE SET reserved = l.reserved + excluded.reserved
    WHERE coalesce(
      (SELECT l.confirmed + l.reserved + w.total <= w."limit" FROM wanted w
       WHERE w."entityId" = l.billing_entity_id AND w.month = l.month), true)
    RETURNING billing_entity_id, month, confirmed + reserved AS used
  ), held AS (
    INSERT INTO unit_reservations (id, billing_entity_id, month, units, expires_at)
    SELECT r.id, r."entityId", r.month, r.units, r."expiresAt"
    FROM json_to_recordset($2::json) AS r(id uuid, "entityId" text, month date, units int, "expiresAt" timestamptz)
    JOIN granted g ON g.billing_entity_id = r."entityId" AND g.month = r.month
  )
  SELECT billing_entity_id AS "entityId", month::text AS month, used FROM granted`;

async function runReserve(asked: readonly Asked[]): Promise<Granted[]> {
  const groups = groupByLedgerRow(asked);
  const wanted = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, total: group.reduce((sum, { units }) => sum + units, 0) }] : [];
  });
  const rows = await sql<{ entityId: string; month: string; used: number }>("reserve_units", RESERVE, [
    JSON.stringify(wanted),
    JSON.stringify(asked),
  ]);
  const usedBy = new Map(rows.map((row) => [`${row.entityId} ${row.month}`, row.used]));
  const results = new Map<Asked, Granted>();
  for (const [key, group] of groups) {
    let used = usedBy.get(key);
    if (used === undefined) {
      // Together they do not fit; near the limit each is asked for alone, in the order of arrival.
      for (const item of group) results.set(item, group.length === 1 ? null : ((await runReserve([item]))[0] ?? null));
      continue;
    }
    for (const item of group.toReversed()) {
      results.set(item, { used });
      used -= item.units;
    }
  }
  return asked.map((item) => results.get(item) ?? null);
}

function groupByLedgerRow(asked: readonly Asked[]): Map<string, Asked[]> {
  const groups = new Map<string, Asked[]>();
  for (const item of asked) {
    const key = `${item.entityId} ${item.month}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

const reserve = () => shared("reserve-units", () => createBatch<Asked, Granted>(runReserve));

export async function reserveUnits(
  billing: Payer,
  units: number,
): Promise<{ reservation: Reservation | null; state: UnitsState }> {
  const at = now();
  const limit = limitMonthlyUnits(billing);
  const id = randomUUID();
  const granted = await reserve()({
    id,
    entityId: billing.entityId,
    month: monthOf(at),
    units,
    limit,
    expiresAt: new Date(at.getTime() + RESERVATION_LIFETIME_MS).toISOString(),
  });
  if (granted)
    return { reservation: { id, units }, state: { limit, used: granted.used, cost: units, resetAt: monthReset(at) } };
  return { reservation: null, state: await readUnits(billing) };
}

/** What the month holds so far; costs nothing. */
export async function readUnits(billing: Payer): Promise<UnitsState> {
  const at = now();
  const rows = await sql<{ used: number }>(
    "read_units",
    "SELECT confirmed + reserved AS used FROM unit_ledger WHERE billing_entity_id = $1 AND month = $2",
    [billing.entityId, monthOf(at)],
  );
  return { limit: limitMonthlyUnits(billing), used: rows[0]?.used ?? 0, cost: 0, resetAt: monthReset(at) };
}

/** What was reserved was used. A reservation that is gone already counts no second time. */
export async function settleReservations(on: Executor, reservationIds: readonly string[]): Promise<void> {
  await on.sql(
    "settle_reservations",
    `WITH done AS (
       DELETE FROM unit_reservations WHERE id = ANY($1::uuid[]) RETURNING billing_entity_id, month, units
     ), sums AS (
       SELECT billing_entity_id, month, sum(units)::int AS units FROM done GROUP BY 1, 2
     ), locked AS (
       SELECT l.billing_entity_id, l.month, s.units
       FROM sums s JOIN unit_ledger l USING (billing_entity_id, month) ORDER BY 1, 2 FOR UPDATE OF l
     )
     UPDATE unit_ledger l SET reserved = l.reserved - s.units, confirmed = l.confirmed + s.units
     FROM locked s WHERE l.billing_entity_id = s.billing_entity_id AND l.month = s.month`,
    [reservationIds],
  );
}

/** What a crash left behind. Deleting the row is what releases it, so no reservation is released twice. */
export async function releaseStaleReservations(): Promise<number> {
  const rows = await sql<{ released: number }>(
    "release_stale_reservations",
    `WITH stale AS (
       DELETE FROM unit_reservations WHERE expires_at < $1 RETURNING billing_entity_id, month, units
     ), sums AS (
       SELECT billing_entity_id, month, sum(units)::int AS units, count(*)::int AS rows FROM stale GROUP BY 1, 2
     ), locked AS (
       SELECT l.billing_entity_id, l.month FROM unit_ledger l JOIN sums USING (billing_entity_id, month)
       ORDER BY 1, 2 FOR UPDATE OF l
     ), released AS (
       UPDATE unit_ledger l SET reserved = l.reserved - s.units
       FROM sums s JOIN locked USING (billing_entity_id, month)
       WHERE l.billing_entity_id = s.billing_entity_id AND l.month = s.month
       RETURNING s.rows
     )
     SELECT coalesce(sum(rows), 0)::int AS released FROM released`,
    [now()],
  );
  return rows[0]?.released ?? 0;
}
