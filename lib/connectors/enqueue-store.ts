import { signal } from "../platform/background";
import { transaction } from "../platform/db";
import { newId } from "../platform/ids";
import type { Action, Place } from "./action";
import { AGENT_RUN_QUEUED, CONNECTION_TEST_QUEUED } from "./run";
import { insertRun, type NewRun } from "./run-store";
import type { RunnableConnector } from "./runtime-store";

/** The event's id is the run's: said again, it starts nothing twice. `again` tells a run that was left behind. */
export function wakeRun(run: { id: string; action: string; billingEntityId: string }, again = ""): void {
  const name = run.action === "test-connection" ? CONNECTION_TEST_QUEUED : AGENT_RUN_QUEUED;
  signal({ id: `${run.id}${again}`, name, data: { runId: run.id, billingEntityId: run.billingEntityId } });
}

/** null: too many wait already, or the key has just started another. */
export async function enqueueRun(
  connector: RunnableConnector,
  action: Action,
  { room, recordId }: Place,
  { input, requestId, key }: Pick<NewRun, "input" | "requestId" | "key">,
): Promise<string | null> {
  const run = {
    id: newId("run"),
    connectorId: connector.id,
    billingEntityId: connector.billing.entityId,
    action: action.name,
    requestedById: connector.userId,
    roomId: room?.roomId ?? null,
    recordId,
    input,
    units: action.units,
    steps: action.steps,
    requestId,
    key,
  };
  const isInserted = await transaction(async (tx) => {
    const isNew = await insertRun(tx, run);
    if (isNew) tx.afterCommit(() => wakeRun(run));
    return isNew;
  });
  return isInserted ? run.id : null;
}
