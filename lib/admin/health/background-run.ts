import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { publish } from "../../db/channel";
import { transaction } from "../../db/transaction";
import { RUNNER_CHANNEL } from "../../platform/background";
import { now } from "../../platform/clock";
import { backgroundMode } from "../../platform/env";
import { notFound } from "../../platform/errors";
import { log } from "../../platform/log";
import { RETRY_RUN } from "./background.sql";

export function hasEmbeddedRunner(): boolean {
  return backgroundMode() === "embedded";
}

const RUN_ID = /^[\w-]{1,64}$/;

function requireOwnRun(runId: string): void {
  if (!hasEmbeddedRunner() || !RUN_ID.test(runId)) throw notFound();
}

export async function retryRun({ userId }: AdminAccess, runId: string): Promise<boolean> {
  requireOwnRun(runId);
  return transaction(async (tx) => {
    const [retried] = await tx.query(RETRY_RUN, { runId, now: now() });
    if (!retried) return false;
    const details = { function: retried.functionId };
    recordAction(tx, { name: "background_run.retry", userId, resourceId: runId, scope: "service", details });
    tx.afterCommit(() => {
      publish(RUNNER_CHANNEL).catch((error: unknown) => log().warn({ error }, "the runners were not told of a retry"));
    });
    return true;
  });
}

const CANCELLED = { name: "RunCancelled", message: "An administrator cancelled the run." };

/** A step under way ends, but is not saved. The work stays pending in its own tables, where sweeps find it. */
export async function cancelRun({ userId }: AdminAccess, runId: string): Promise<boolean> {
  requireOwnRun(runId);
  return transaction(async (tx) => {
    const ended = { finishedAt: now(), leasedBy: null, leasedUntil: null, expiresAt: null };
    const [cancelled] = await tx.prisma.runnerRun.updateManyAndReturn({
      where: { id: runId, state: "READY" },
      data: { ...ended, state: "CANCELLED", error: CANCELLED },
      select: { functionId: true },
    });
    if (!cancelled) return false;
    const details = { function: cancelled.functionId };
    recordAction(tx, { name: "background_run.cancel", userId, resourceId: runId, scope: "service", details });
    return true;
  });
}
