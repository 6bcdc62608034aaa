import { randomUUID } from "node:crypto";
import type { KeyBudget } from "../access/caller";
import { sharedBatch } from "../db/batch";
import { query } from "../db/transaction";
import { clockOffsetMs, now } from "../platform/clock";
import { limitMonthlyUnits, type Quota, RESERVATION_LIFETIME_MS } from "../platform/limits";
import { markNearLimit } from "./near-limit";
import { monthOf, monthReset } from "./units";
import { READ_UNITS, RESERVE_UNITS } from "./units.sql";
import { groupBy, groupByLedgerRow, nameLedgerRow, type WantedUnits, writeWanted } from "./wanted-units";

export type Payer = Quota & { readonly entityId: string };

export interface BudgetState {
  limit: number;
  used: number;
  remaining: number;
}

export interface Reservation {
  id: string;
  units: number;
}

export interface UnitsState {
  limit: number | null;
  used: number;
  remaining: number | null;
  cost: number;
  resetAt: Date;
}

interface ReservationRequest extends WantedUnits {
  id: string;
  /** The later of two clocks counts, this process's and PostgreSQL's. */
  expiresAt: string;
  livesMs: number;
}

type Granted = { used: number } | null;

async function runReserve(requests: readonly ReservationRequest[]): Promise<Granted[]> {
  const groups = groupByLedgerRow(requests);
  const { sums, limits } = writeWanted([...groups.values()]);
  const rows = await query(RESERVE_UNITS, { sums, requests: JSON.stringify(requests), limits });
  const usedBy = new Map(rows.map((row) => [nameLedgerRow(row), row.used]));
  const results = new Map<ReservationRequest, Granted>();
  for (const [key, group] of groups) {
    let used = usedBy.get(key);
    if (used === undefined) {
      for (const part of group.length === 1 ? [] : splitGroup(group)) {
        const granted = await runReserve(part);
        for (const [index, item] of part.entries()) results.set(item, granted[index] ?? null);
      }
      continue;
    }
    for (const item of group.toReversed()) {
      results.set(item, { used });
      used -= item.units;
    }
  }
  return requests.map((item) => results.get(item) ?? null);
}

/**
 * A key at its budget must not slow its neighbours down, so requests that do not fit together are split by key first.
 * Near a limit each request is reserved alone, in the order of arrival.
 */
function splitGroup(group: readonly ReservationRequest[]): ReservationRequest[][] {
  const byKey = groupBy(group, ({ apiKeyId }) => apiKeyId ?? "");
  return byKey.size > 1 ? [...byKey.values()] : group.map((item) => [item]);
}

const reserve = sharedBatch<ReservationRequest, Granted>("reserve-units", runReserve);

export type Reserved =
  | { reservation: Reservation; state: UnitsState }
  | { reservation: null; state: UnitsState; budget: BudgetState | null };

export function wantUnits(billing: Payer, units: number, budget: KeyBudget | null, at: Date): WantedUnits {
  return {
    entityId: billing.entityId,
    month: monthOf(at),
    units,
    limit: limitMonthlyUnits(billing),
    apiKeyId: budget === null ? null : budget.apiKeyId,
    keyLimit: budget === null ? null : budget.limit,
  };
}

export async function reserveUnits(billing: Payer, units: number, budget: KeyBudget | null = null): Promise<Reserved> {
  const at = now();
  const wanted = wantUnits(billing, units, budget, at);
  const id = randomUUID();
  const expiresAt = new Date(at.getTime() + RESERVATION_LIFETIME_MS).toISOString();
  const livesMs = RESERVATION_LIFETIME_MS + clockOffsetMs();
  const granted = await reserve({ ...wanted, id, expiresAt, livesMs });
  if (granted) {
    const state = describeUnits(wanted.limit, granted.used, units, at);
    markNearLimit(billing.entityId, state);
    return { reservation: { id, units }, state };
  }
  const { state, budget: own } = await readUnitsWithBudget(billing, budget);
  markNearLimit(billing.entityId, state);
  return { reservation: null, state, budget: lacksUnits(state, units) ? null : own };
}

export async function readUnits(billing: Payer): Promise<UnitsState> {
  return (await readUnitsWithBudget(billing, null)).state;
}

export async function readUnitsWithBudget(
  billing: Payer,
  budget: KeyBudget | null,
): Promise<{ state: UnitsState; budget: BudgetState | null }> {
  const at = now();
  const [month] = await query(READ_UNITS, {
    entityId: billing.entityId,
    month: monthOf(at),
    keyId: budget?.apiKeyId ?? null,
  });
  const state = describeUnits(limitMonthlyUnits(billing), month?.used ?? 0, 0, at);
  return { state, budget: budget && describeBudget(budget.limit, month?.keyUsed ?? 0) };
}

export function lacksUnits({ remaining }: UnitsState, units: number): boolean {
  return remaining !== null && remaining < units;
}

function describeBudget(limit: number, used: number): BudgetState {
  return { limit, used, remaining: Math.max(0, limit - used) };
}

export function describeUnits(limit: number | null, used: number, cost: number, at: Date): UnitsState {
  const remaining = limit === null ? null : Math.max(0, limit - used);
  return { limit, used, remaining, cost, resetAt: monthReset(at) };
}
