import { forbidden } from "../platform/errors";
import { FIND_HOLD } from "./holds.sql";
import type { Transaction } from "./transaction";

export async function requireUnheld(tx: Transaction, billingEntityId: string): Promise<void> {
  const [found] = await tx.query(FIND_HOLD, { billingEntityId });
  if (found?.isHeld)
    throw forbidden("This is under a legal hold. Nothing can be deleted until an administrator lifts the hold.", {
      reason: "legal_hold",
    });
}
