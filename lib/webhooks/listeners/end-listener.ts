import { recordAction } from "../../audit/record-action";
import { requireUnheld } from "../../db/require-unheld";
import { query, type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { LISTENER_UNUSED_MAX_MS } from "../../platform/command-line-limits";
import { AppError, notFound } from "../../platform/errors";
import { log } from "../../platform/log";
import { describeAction, type WebhookAccess } from "../settings/open-webhook";
import { FIND_LAPSED_LISTENERS, FIND_SILENT_LISTENERS, FIND_STREAM, HOLD_DELIVERIES } from "./listeners.sql";
import { findHeldStream, notifyStream } from "./streams";

export async function endListener({ webhookId, room }: WebhookAccess): Promise<void> {
  await endWith(webhookId, room.billing.entityId, (tx) =>
    recordAction(tx, { name: "webhook.delete", ...describeAction(room, webhookId) }),
  );
}

async function endWith(webhookId: string, entityId: string, record: (tx: Transaction) => void): Promise<void> {
  const [stream] = await query(FIND_STREAM, { webhookId, now: now() });
  await transaction(async (tx) => {
    await requireUnheld(tx, entityId);
    const { count } = await tx.prisma.webhook.deleteMany({ where: { id: webhookId, listener: { isNot: null } } });
    if (count === 0) throw notFound();
    await tx.prisma.delivery.deleteMany({ where: { webhookId } });
    await tx.prisma.deliveryAttempt.deleteMany({ where: { webhookId } });
    record(tx);
  });
  const own = findHeldStream(webhookId);
  if (own) own.stream.end("ended");
  else if (stream?.streamId) await notifyStream({ kind: "end", streamId: stream.streamId, reason: "ended" });
}

export async function endLapsedListeners(): Promise<void> {
  const at = now();
  const lapsed = await query(FIND_LAPSED_LISTENERS, {
    now: at,
    unusedSince: new Date(at.getTime() - LISTENER_UNUSED_MAX_MS),
  });
  for (const { id, userId, roomId, entityId } of lapsed) {
    const action = {
      userId,
      resourceId: id,
      scope: { billingEntityId: entityId },
      details: { roomId, listener: true },
    };
    await endWith(id, entityId, (tx) => recordAction(tx, { name: "webhook.delete", ...action })).catch(
      (error: unknown) => {
        // Another process may have ended it, or a hold was placed. The next minute tries again.
        if (error instanceof AppError && (error.code === "not_found" || error.code === "forbidden")) return;
        log().error({ error, webhookId: id }, "a listener was not ended");
      },
    );
  }
}

/** Every claim would look at the retries of a listener whose process was killed. */
export async function holdSilentListeners(): Promise<void> {
  const at = now();
  const silent = await query(FIND_SILENT_LISTENERS, { at });
  if (silent.length > 0) await query(HOLD_DELIVERIES, { webhookIds: silent.map(({ id }) => id), at });
}
