import type { Prisma } from "../../../prisma/client/client";
import { checkStoredResult } from "../../api/idempotency/idempotency";
import { prisma } from "../../db/prisma";
import { transaction } from "../../db/transaction";
import { signal } from "../../platform/background";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { AGENT_RUNS_QUEUED_MAX } from "../../platform/limits";
import type { ActionName } from "../connectors/connector";
import type { Action, ActionTarget } from "./action";
import type { RunnableConnector } from "./open-connector";
import { SHARE_CONNECTOR } from "./queue.sql";
import { AGENT_RUN_QUEUED, CONNECTION_TEST_QUEUED, toPendingStep } from "./run";

/**
 * The events carry no id: Inngest drops an id seen within 24 hours, and an abandoned run must be signalled again. A
 * second signal starts nothing twice.
 */
export function signalRun(run: { id: string; action: ActionName; billingEntityId: string }): void {
  const { id: runId, action, billingEntityId } = run;
  if (action === "test-connection") signal({ name: CONNECTION_TEST_QUEUED, data: { runId, billingEntityId } });
  else signalQueue(billingEntityId);
}

export function signalQueue(billingEntityId: string, signals = 1): void {
  const event = { name: AGENT_RUN_QUEUED, data: { billingEntityId } };
  if (signals > 0) signal(...Array.from({ length: signals }, () => event));
}

export interface RunKey {
  key: string;
  fingerprint: Buffer;
}

export async function findKeyedRun(requestedById: string, { key, fingerprint }: RunKey): Promise<string | null> {
  const run = await prisma().agentRun.findUnique({
    where: { requestedById_idempotencyKey: { requestedById, idempotencyKey: key } },
    select: { id: true, fingerprint: true, createdAt: true },
  });
  if (!run) return null;
  return checkStoredResult({ ...run, fingerprint: Buffer.from(run.fingerprint ?? []) }, fingerprint, now()).id;
}

interface RunOrder {
  input: unknown;
  requestId: string;
  traceId: string;
  key: RunKey | null;
}

/** Returns null when too many runs wait already, or the key has just started another. */
export async function enqueueRun(
  { id: connectorId, userId, billing }: RunnableConnector,
  { name: action, units, steps }: Action,
  { room, recordId }: ActionTarget,
  { input, requestId, traceId, key }: RunOrder,
): Promise<string | null> {
  const run = { id: newId("run"), action, billingEntityId: billing.entityId };
  return transaction(async (tx) => {
    const [connector] = await tx.query(SHARE_CONNECTOR, {
      connectorId,
      billingEntityId: run.billingEntityId,
      limit: AGENT_RUNS_QUEUED_MAX,
    });
    if (!connector) return null;
    const data = {
      ...run,
      connectorId,
      requestedById: userId,
      roomId: room?.roomId ?? null,
      recordId,
      input: input as Prisma.InputJsonValue,
      units,
      steps: steps.map(toPendingStep),
      requestId,
      traceId,
      createdAt: now(),
      idempotencyKey: key?.key ?? null,
      fingerprint: key && new Uint8Array(key.fingerprint),
    };
    const { count } = await tx.prisma.agentRun.createMany({ data, skipDuplicates: true });
    if (count === 0) return null;
    tx.afterCommit(() => signalRun(run));
    return run.id;
  });
}
