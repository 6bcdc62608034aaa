import { type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { endWaitingRuns } from "./end-run";
import { type RunSummary, readRun, readRunOf } from "./queries";
import { LOCK_OPEN_RUNS } from "./queue.sql";
import { CANCELLED } from "./run";

export async function cancelRun(userId: string, runId: string): Promise<RunSummary> {
  const { connectorId } = await readRun(userId, runId);
  await transaction((tx) => cancelRuns(tx, [runId]));
  return readRunOf(userId, connectorId, runId);
}

async function cancelRuns(tx: Transaction, runIds: readonly string[]): Promise<void> {
  await endWaitingRuns(tx, runIds, CANCELLED());
  // The update runs second, so that a run claimed meanwhile is found running.
  await tx.prisma.agentRun.updateMany({
    where: { id: { in: [...runIds] }, state: "RUNNING", cancelRequestedAt: null },
    data: { cancelRequestedAt: now() },
  });
}

export async function cancelRunsOf(tx: Transaction, connectorIds: readonly string[]): Promise<void> {
  const open = await tx.query(LOCK_OPEN_RUNS, { connectorIds });
  const ids = open.map(({ id }) => id);
  if (ids.length > 0) await cancelRuns(tx, ids);
}
