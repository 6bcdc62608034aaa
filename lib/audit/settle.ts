import { sharedBatch } from "../db/batch";
import type { RunStatement, SharedStatement } from "../db/statement";
import { query, type Transaction } from "../db/transaction";
import { log } from "../platform/log";
import { count } from "../platform/meters";
import { endReservation } from "../usage/end-reservations";
import { UNITS_REFUSED } from "../usage/units.sql";
import { groupByLedgerRow, nameLedgerRow, type WantedUnits, writeWanted } from "../usage/wanted-units";
import { CHARGE, SETTLE } from "./audit.sql";
import { listCausedEvents } from "./caused-events";
import { type RequestDetail, writeFacts } from "./request-facts";

export type Surface = "v1" | "mcp" | "connector" | "oauth" | "leaks";

export interface CredentialNames {
  authMethod: string | null;
  actorType: string | null;
  actorId: string | null;
  billingEntityId: string | null;
  organizationId: string | null;
  userId: string | null;
  apiKeyId: string | null;
  appId: string | null;
  grantId: string | null;
  /** The token's own id, never the token or its hash. */
  externalTokenId: string | null;
}

export interface AuditRow extends CredentialNames {
  at: string;
  requestId: string;
  surface: Surface;
  method: string;
  /** The route's pattern, never the path, which may hold a secret. */
  route: string;
  status: number;
  errorCode: string | null;
  scopes: string;
  unitsCost: number;
  durationMs: number;
  address?: string;
  requests?: number;
}

interface Ended {
  row: AuditRow;
  detail?: RequestDetail;
}

interface Charged extends Ended {
  mode: "charge";
  units: WantedUnits;
}

interface Reserved extends Ended {
  mode: "confirm" | "release";
  units: { id: string } | null;
}

export type Settlement = Charged | Reserved;

type InTransaction<Of extends Ended> = Of & { eventIds?: readonly string[] };

function writeRow({ row, detail, eventIds }: InTransaction<Ended>, more: object) {
  if (!hasDetail(row)) return { ...more, ...row };
  return { roomId: detail?.roomId, facts: writeFacts(detail?.facts ?? {}, eventIds), ...more, ...row };
}

function hasDetail({ surface, billingEntityId }: AuditRow): boolean {
  return billingEntityId !== null && (surface === "v1" || surface === "mcp" || surface === "connector");
}

function countUnits(ended: readonly Ended[]): void {
  const units = ended.reduce((sum, { row }) => sum + row.unitsCost, 0);
  count("svc_units_charged_total", {}, units);
}

const settleAll: SharedStatement<InTransaction<Reserved>, null> = {
  name: "settle",
  run: async (run, ended) => {
    const rows = ended.map((each) =>
      writeRow(each, { confirmedId: each.mode === "confirm" ? each.units?.id : undefined }),
    );
    await run(SETTLE, { rows: JSON.stringify(rows) });
    return ended.map(() => null);
  },
};

async function runCharges(
  run: RunStatement,
  charges: readonly InTransaction<Charged>[],
  mustFit: boolean,
): Promise<(number | null)[]> {
  const groups = groupByLedgerRow(charges.map(({ units }) => units));
  const usedLater = new Map([...groups.values()].flatMap(countUsedLater));
  const rows = charges.map((charge) =>
    writeRow(charge, { month: charge.units.month, usedLater: usedLater.get(charge.units) }),
  );
  const { sums, limits } = writeWanted([...groups.values()]);
  const granted = await run(CHARGE, { rows: JSON.stringify(rows), sums, limits, mustFit });
  const usedBy = new Map(granted.map((ledger) => [nameLedgerRow(ledger), ledger.used]));
  return charges.map(({ units }) => {
    const used = usedBy.get(nameLedgerRow(units));
    return used === undefined ? null : used - (usedLater.get(units) ?? 0);
  });
}

function countUsedLater(group: readonly WantedUnits[]): [WantedUnits, number][] {
  let later = 0;
  return group.toReversed().map((wanted) => {
    const own: [WantedUnits, number] = [wanted, later];
    later += wanted.units;
    return own;
  });
}

const chargeAll: SharedStatement<InTransaction<Charged>, number | null> = {
  name: "charge",
  run: (run, charges) => runCharges(run, charges, true),
};

const settleTogether = sharedBatch<Reserved, null>("settle", async (ended) => {
  const results = await settleAll.run(query, ended);
  countUnits(ended);
  return results;
});

const chargeTogether = sharedBatch<Charged, number | null>("charge", async (charges) => {
  const results = await runCharges(query, charges, false);
  countUnits(charges.filter((_, index) => results[index] !== null));
  return results;
});

/**
 * Ends a request: one statement writes its audit row, and charges its units or marks its reservation as confirmed. A
 * charge returns the used units, its own included; null: they did not fit, and nothing was written. In a transaction
 * the statement travels with COMMIT. Wait for the result behind the transaction: within, it waits for itself. Units
 * that do not fit undo the transaction (`isUnitsRefusal`).
 */
export async function settle(settlement: Settlement, tx?: Transaction): Promise<number | null> {
  if (settlement.mode === "charge") {
    return tx ? runLast(tx, chargeAll, settlement) : chargeTogether(settlement);
  }
  await (tx ? runLast(tx, settleAll, settlement) : settleTogether(settlement));
  if (settlement.units !== null) await endMarked(settlement.units.id);
  return null;
}

function runLast<Of extends Settlement, Result>(
  tx: Transaction,
  statement: SharedStatement<InTransaction<Of>, Result>,
  settlement: Of,
): Promise<Result> {
  return new Promise((resolve) => {
    let result: Result;
    tx.queryLast(statement, { ...settlement, eventIds: listCausedEvents(tx) }, (own) => {
      result = own;
    });
    tx.afterCommit(() => {
      countUnits([settlement]);
      resolve(result);
    });
  });
}

/** A reservation that stays behind is ended by the sweep, which charges it when it is marked. */
async function endMarked(reservationId: string): Promise<void> {
  try {
    await endReservation(reservationId);
  } catch (error) {
    log().warn({ error }, "a reservation waits for the sweep");
  }
}

export function isUnitsRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === UNITS_REFUSED;
}
