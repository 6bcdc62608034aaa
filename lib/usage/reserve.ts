import { randomUUID } from "node:crypto";
import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { sql } from "../platform/db";
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
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
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
