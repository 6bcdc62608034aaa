import type { nameCredential } from "../access/caller";
import { sharedBatch } from "../db/batch";
import type { RunStatement, SharedStatement } from "../db/statement";
import { query, type Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { log } from "../platform/log";
import { count } from "../platform/meters";
import { CONFIRM_RESERVATIONS, UNITS_REFUSED } from "../usage/units.sql";
import { groupByLedgerRow, nameLedgerRow, type WantedUnits, writeWanted } from "../usage/wanted-units";
import {
  CHARGE_READS,
  CHARGE_WRITES,
  SETTLE,
  SETTLE_RECORDED,
  SETTLE_WITH_USE,
  SETTLE_WRITE,
  SETTLE_WRITE_WITH_USE,
} from "./audit.sql";
import { listCausedEvents } from "./caused-events";
import { type RequestDetail, writeFacts } from "./request-facts";

export type Surface = "v1" | "mcp" | "connector" | "oauth" | "leaks";

/** §5: one row for each response. */
export interface AuditRow extends ReturnType<typeof nameCredential> {
  at: string;
  requestId: string;
  surface: Surface;
  method: string;
  /** The route's pattern, or `unmatched`; never the path, which may hold a secret. */
  route: string;
  status: number;
  errorCode: string | null;
  scopes: string;
  unitsCost: number;
  durationMs: number;
  /** Of a row that counts the requests of an address beyond its window. */
  address?: string;
  requests?: number;
}

/** JSON without secrets; null: there was none. */
export interface RecordedBodies {
  requestBody: string | null;
  responseBody: string | null;
}

/** The end of a request: its audit row and its reserved units. */
export interface Settlement {
  audit: AuditRow;
  reservation: { id: string; confirm: boolean } | null;
  /** The request's details; a background run has none. */
  detail?: RequestDetail;
  /** The bodies, when the request's key is recorded. */
  recorded?: RecordedBodies;
  /** The API key whose last use becomes now. */
  usedKeyId?: string | null;
  /** The OAuth grant, likewise. */
  usedGrantId?: string | null;
}

function writeRows(settlements: readonly Settlement[], eventIds: readonly string[] = []): string {
  return JSON.stringify(settlements.map((settlement) => toRow(settlement, eventIds)));
}

/** The ledger row that a request is charged to, and the units that those after it take from it. */
interface Charged {
  month: string;
  usedLater: number | undefined;
}

/** Members without a value are left out. */
function toRow(
  { audit, reservation, detail, recorded }: Settlement,
  eventIds: readonly string[] = [],
  charged?: Charged,
) {
  const facts = hasDetail(audit) ? writeFacts(detail?.facts ?? {}, eventIds) : undefined;
  const roomId = facts === undefined ? undefined : detail?.roomId;
  const { month, usedLater } = charged ?? {};
  const row = {
    roomId,
    facts,
    reservationId: reservation?.id,
    confirm: reservation?.confirm,
    month,
    usedLater,
    ...audit,
  };
  return recorded ? Object.assign(row, recorded) : row;
}

/** Surfaces whose requests belong to an entity: requests without a known credential have no row beside that of the log. */
function hasDetail({ surface, billingEntityId }: AuditRow): boolean {
  return billingEntityId !== null && (surface === "v1" || surface === "mcp" || surface === "connector");
}

function listUsed(settlements: readonly Settlement[], use: "usedGrantId" | "usedKeyId"): string[] {
  return [...new Set(settlements.flatMap((settlement) => settlement[use] ?? []))];
}

const settleTogether = sharedBatch<Settlement, void>("settle", async (settlements) => {
  const rows = writeRows(settlements);
  const [grantIds, keyIds] = [listUsed(settlements, "usedGrantId"), listUsed(settlements, "usedKeyId")];
  const isRecorded = settlements.some(({ recorded }) => recorded);
  if (isRecorded) await query(SETTLE_RECORDED, [rows, now(), grantIds, keyIds]);
  else if (grantIds.length + keyIds.length === 0) await query(SETTLE, [rows]);
  else await query(SETTLE_WITH_USE, [rows, now(), grantIds, keyIds]);
  countUnits(settlements);
  return settlements.map(() => undefined);
});

function countUnits(settlements: readonly Settlement[]): void {
  const units = settlements.reduce((sum, { audit }) => sum + audit.unitsCost, 0);
  count("svc_units_charged_total", {}, units);
}

/** Returns once the row is on disk: audit and ledger hold every request that was answered. */
export function settle(settlement: Settlement): Promise<void> {
  return settleTogether(settlement);
}

interface Charge {
  settlement: Settlement;
  wanted: WantedUnits;
  /** The events that a write caused. */
  eventIds?: readonly string[];
}

/** For each request, the entity's used units including its own; null: they did not fit, and nothing of it was written. */
async function chargeAll(
  run: RunStatement,
  forms: typeof CHARGE_READS,
  charges: readonly Charge[],
): Promise<(number | null)[]> {
  const groups = groupByLedgerRow(charges.map(({ wanted }) => wanted));
  const usedLater = new Map([...groups.values()].flatMap(countUsedLater));
  const rows = charges.map(({ settlement, wanted, eventIds }) =>
    toRow(settlement, eventIds, { month: wanted.month, usedLater: usedLater.get(wanted) }),
  );
  const { sums, limits, hasBudgets } = writeWanted([...groups.values()]);
  const settlements = charges.map(({ settlement }) => settlement);
  const [grantIds, keyIds] = [listUsed(settlements, "usedGrantId"), listUsed(settlements, "usedKeyId")];
  const values = [JSON.stringify(rows), sums, limits] as const;
  const granted = await (hasBudgets || grantIds.length + keyIds.length > 0
    ? run(hasBudgets ? forms.ofKeys : forms.withUse, [...values, now(), grantIds, keyIds])
    : run(forms.plain, [...values]));
  const usedBy = new Map(granted.map((row) => [nameLedgerRow(row), row.used]));
  return charges.map(({ wanted }) => {
    const used = usedBy.get(nameLedgerRow(wanted));
    return used === undefined ? null : used - (usedLater.get(wanted) ?? 0);
  });
}

const chargeTogether = sharedBatch<Charge, number | null>("charge", async (charges) => {
  const results = await chargeAll(query, CHARGE_READS, charges);
  countUnits(charges.filter((_, index) => results[index] !== null).map(({ settlement }) => settlement));
  return results;
});

/** For each request, the units that those after it take from the same ledger row. */
function countUsedLater(group: readonly WantedUnits[]): [WantedUnits, number][] {
  let later = 0;
  return group.toReversed().map((wanted) => {
    const own: [WantedUnits, number] = [wanted, later];
    later += wanted.units;
    return own;
  });
}

/**
 * Ends a read: takes its units and writes its row in one statement, since nothing has to be undone. Returns the used units,
 * these included; null: they did not fit, and nothing was written.
 */
export function charge(settlement: Settlement, wanted: WantedUnits): Promise<number | null> {
  return chargeTogether({ settlement, wanted });
}

/** A write whose units were reserved settles inside its own transaction. `enterConfirmedUnits` follows. */
export function settleWithin(tx: Transaction, settlements: readonly Settlement[]): void {
  const rows = writeRows(settlements, listCausedEvents(tx));
  const grantIds = listUsed(settlements, "usedGrantId");
  tx.afterCommit(() => countUnits(settlements));
  if (grantIds.length === 0) tx.queryLast(SETTLE_WRITE, [rows]);
  else tx.queryLast(SETTLE_WRITE_WITH_USE, [rows, now(), grantIds]);
}

const chargeWrites: SharedStatement<Charge, number> = {
  name: "charge_writes",
  run: async (run, charges) => {
    const used = await chargeAll(run, CHARGE_WRITES, charges);
    return used.map((each) => each ?? 0);
  },
};

/** The units of a write did not fit, and its transaction was undone. */
export function isUnitsRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === UNITS_REFUSED;
}

/**
 * Ends a write that reserved nothing: one statement, sent with COMMIT, takes the units and writes the row. Units that do not
 * fit undo the transaction (`isUnitsRefusal`). `tell` is called with the used units, these included.
 */
export function chargeWithin(
  tx: Transaction,
  settlement: Settlement,
  wanted: WantedUnits,
  tell: (used: number) => void,
): void {
  tx.afterCommit(() => countUnits([settlement]));
  tx.queryTogetherLast(chargeWrites, { settlement, wanted, eventIds: listCausedEvents(tx) }, tell);
}

const enterConfirmed = sharedBatch<string, void>("enter-confirmed-units", async (reservationIds) => {
  await query(CONFIRM_RESERVATIONS, [reservationIds]);
  return reservationIds.map(() => undefined);
});

/** Moves the units of a committed write into the ledger. If that fails, the sweep does it: the row is marked confirmed. */
export function enterConfirmedUnits(reservationId: string): Promise<void> {
  return enterConfirmed(reservationId).catch((error: unknown) =>
    log().warn({ error }, "confirmed units wait for the sweep"),
  );
}
