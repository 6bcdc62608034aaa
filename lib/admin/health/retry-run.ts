import type { AdminAccess } from "../../accounts/profile/open-administration";
import { recordAct } from "../../audit/record-act";
import { publish } from "../../db/channel";
import { transaction } from "../../db/transaction";
import { RUNNER_CHANNEL } from "../../platform/background";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { RETRY_RUN } from "./background.sql";
import { requireOwnRun } from "./embedded-runner";

/** A failed run goes on at once, from the step that failed. False: it does not wait for that any more. */
export async function retryRun({ userId }: AdminAccess, runId: string): Promise<boolean> {
  requireOwnRun(runId);
  return transaction(async (tx) => {
    const [retried] = await tx.query(RETRY_RUN, [runId, now()]);
    if (!retried) return false;
    const details = { function: retried.functionId };
    recordAct(tx, { name: "background_run.retry", userId, resourceId: runId, scope: "service", details });
    tx.afterCommit(() => {
      publish(RUNNER_CHANNEL).catch((error: unknown) => log().warn({ error }, "the runners were not told of a retry"));
    });
    return true;
  });
}
