import { randomUUID } from "node:crypto";
import { sharedBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { query } from "../platform/db";
import { limitMonthlyUnits, type Quota, RESERVATION_LIFETIME_MS } from "../platform/limits";
import { monthOf, monthReset } from "./units";
import { READ_UNITS, RESERVE_UNITS } from "./units.sql";

/** The billing entity and its monthly quota. */
export type Payer = Quota & { readonly entityId: string };

export interface Reservation {
  id: string;
  units: number;
}

export interface UnitsState {
  /** null: no limit on this plan. */
  limit: number | null;
  /** Confirmed plus reserved. */
  used: number;
  remaining: number | null;
  cost: number;
  resetAt: Date;
}

interface UnitRequest {
  id: string;
  entityId: string;
  month: string;
  units: number;
  limit: number | null;
  expiresAt: string;
}

/** `used`: units in the ledger after this one; null: it did not fit. */
type Granted = { used: number } | null;

async function runReserve(requests: readonly UnitRequest[]): Promise<Granted[]> {
  const groups = groupByLedgerRow(requests);
  const wanted = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, total: group.reduce((sum, { units }) => sum + units, 0) }] : [];
  });
  const rows = await query(RESERVE_UNITS, [JSON.stringify(wanted), JSON.stringify(requests)]);
  const usedBy = new Map(rows.map((row) => [`${row.entityId} ${row.month}`, row.used]));
  const results = new Map<UnitRequest, Granted>();
  for (const [key, group] of groups) {
    let used = usedBy.get(key);
    if (used === undefined) {
      // Together they do not fit: near the limit each is reserved alone, in the order of arrival.
      for (const item of group) results.set(item, group.length === 1 ? null : ((await runReserve([item]))[0] ?? null));
      continue;
    }
    for (const item of group.toReversed()) {
      results.set(item, { used });
      used -= item.units;
    }
  }
  return requests.map((item) => results.get(item) ?? null);
}

function groupByLedgerRow(requests: readonly UnitRequest[]): Map<string, UnitRequest[]> {
  const groups = new Map<string, UnitRequest[]>();
  for (const request of requests) {
    const key = `${request.entityId} ${request.month}`;
    const group = groups.get(key);
    if (group) group.push(request);
    else groups.set(key, [request]);
  }
  return groups;
}

const reserve = sharedBatch<UnitRequest, Granted>("reserve-units", runReserve);

export async function reserveUnits(
  billing: Payer,
  units: number,
): Promise<{ reservation: Reservation | null; state: UnitsState }> {
  const at = now();
  const limit = limitMonthlyUnits(billing);
  const id = randomUUID();
  const granted = await reserve({
    id,
    entityId: billing.entityId,
    month: monthOf(at),
    units,
    limit,
    expiresAt: new Date(at.getTime() + RESERVATION_LIFETIME_MS).toISOString(),
  });
  if (granted) return { reservation: { id, units }, state: describeUnits(limit, granted.used, units, at) };
  return { reservation: null, state: await readUnits(billing) };
}

/** Units of this month so far; reading them costs none. */
export async function readUnits(billing: Payer): Promise<UnitsState> {
  const at = now();
  const [month] = await query(READ_UNITS, [billing.entityId, monthOf(at)]);
  return describeUnits(limitMonthlyUnits(billing), month?.used ?? 0, 0, at);
}

function describeUnits(limit: number | null, used: number, cost: number, at: Date): UnitsState {
  const remaining = limit === null ? null : Math.max(0, limit - used);
  return { limit, used, remaining, cost, resetAt: monthReset(at) };
}
