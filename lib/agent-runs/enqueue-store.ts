import { signal } from "../platform/background";
import { transaction } from "../platform/db";
import { newId } from "../platform/ids";
import type { Action, Place } from "./action";
import { AGENT_RUN_QUEUED, CONNECTION_TEST_QUEUED } from "./run";
import { insertRun, type NewRun } from "./run-store";
import type { RunnableConnector } from "./runtime-store";

/**
 * Wakes a background function. Events carry no id of ours: waking twice starts nothing twice, and Inngest drops an id that
 * it has seen within 24 hours, so a run that was left behind could not be told of again.
 */
export function wakeRun({
  id,
  action,
  billingEntityId,
}: {
  id: string;
  action: string;
  billingEntityId: string;
}): void {
  if (action === "test-connection") signal({ name: CONNECTION_TEST_QUEUED, data: { runId: id, billingEntityId } });
  else wakeQueue(billingEntityId);
}

/** Each wake-up starts one run, where it may. */
export function wakeQueue(billingEntityId: string, wakes = 1): void {
  const event = { name: AGENT_RUN_QUEUED, data: { billingEntityId } };
  if (wakes > 0) signal(...Array.from({ length: wakes }, () => event));
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
