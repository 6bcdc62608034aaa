import type { AdminAccess } from "../../accounts/profile/open-administration";
import { recordAct } from "../../audit/record-act";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { CANCEL_RUN } from "./background.sql";
import { requireOwnRun } from "./embedded-runner";

const CANCELLED = JSON.stringify({ name: "RunCancelled", message: "An administrator cancelled the run." });

/**
 * An open run ends. The work that it would have done stays pending in its own tables, where sweeps find it. False: it
 * has ended already.
 */
export async function cancelRun({ userId }: AdminAccess, runId: string): Promise<boolean> {
  requireOwnRun(runId);
  return transaction(async (tx) => {
    const [cancelled] = await tx.query(CANCEL_RUN, [runId, now(), CANCELLED]);
    if (!cancelled) return false;
    const details = { function: cancelled.functionId };
    recordAct(tx, { name: "background_run.cancel", userId, resourceId: runId, scope: "service", details });
    return true;
  });
}
