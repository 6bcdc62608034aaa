import type { Caller } from "../access/caller";
import { isUnitsRefusal, settle } from "../audit/settle";
import { shareTransaction } from "../db/share-transaction";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { AppError } from "../platform/errors";
import { shared } from "../platform/shared";
import { isNearLimit, markNearLimit } from "../usage/near-limit";
import { describeUnits, wantUnits } from "../usage/reserve";
import { type Call, draftCharge } from "./call";
import type { Outcome } from "./endpoint";
import { type IdempotencyScope, nameKey } from "./idempotency/idempotency";

interface Write {
  units: number;
  scope: IdempotencyScope | null;
  perform: (tx: Transaction) => Promise<Outcome>;
}

/** Two requests with the same key never share a transaction: neither would see the other. */
const keysUnderWay = () => shared("keys-under-way", () => new Set<string>());

/** null: the write reserves its units instead, which reports the reason of a refusal in the order of the gates. */
export async function writeTogether(call: Call, caller: Caller, write: Write): Promise<Outcome | null> {
  const { scope } = write;
  if (isNearLimit(caller.billing.entityId)) return null;
  if (scope === null) return share(call, caller, write);
  const name = nameKey(scope);
  if (keysUnderWay().has(name)) return null;
  keysUnderWay().add(name);
  try {
    return await share(call, caller, write);
  } finally {
    keysUnderWay().delete(name);
  }
}

async function share(call: Call, caller: Caller, { units, perform }: Write): Promise<Outcome | null> {
  const at = now();
  const wanted = wantUnits(caller.billing, units, caller.keyBudget, at);
  let charged: Promise<number | null> | undefined;
  try {
    const outcome = await shareTransaction(async (tx) => {
      const performed = await perform(tx);
      if (performed.isReplay) return null;
      call.trace.enter("reserveUnits");
      charged = settle(draftCharge(call, performed.status, wanted), tx);
      return performed;
    });
    if (outcome === null) return null;
    call.isSettled = true;
    call.units = describeUnits(wanted.limit, (await charged) ?? 0, units, at);
    markNearLimit(caller.billing.entityId, call.units);
    return outcome;
  } catch (error) {
    if (error instanceof AppError || isUnitsRefusal(error)) return null;
    // Statements that travel with COMMIT fail after the units were asked for, and belong to the operation.
    call.trace.enter("operation");
    throw error;
  }
}
