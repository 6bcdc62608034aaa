import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import type { StreamAccess } from "./open-stream";
import type { PauseReason } from "./stream";
import { PAUSE_STREAM, RESUME_STREAM } from "./streams.sql";

export function pauseStream({ streamId, ownedBy }: StreamAccess): Promise<void> {
  const { userId, owner } = ownedBy;
  return pauseForReason({ streamId, billingEntityId: owner.billingEntityId }, "person", userId);
}

export async function pauseForReason(
  { streamId, billingEntityId }: { streamId: string; billingEntityId: string },
  reason: PauseReason,
  userId: string | null,
): Promise<void> {
  await transaction(async (tx) => {
    const paused = await tx.query(PAUSE_STREAM, [streamId, now(), reason]);
    const act = { userId, resourceId: streamId, scope: { billingEntityId }, details: { reason } };
    if (paused.length > 0) recordAction(tx, { name: "audit_stream.pause", ...act });
  });
}

export async function resumeStream({ streamId, ownedBy }: StreamAccess): Promise<void> {
  const { userId, owner } = ownedBy;
  const { billingEntityId } = owner;
  await transaction(async (tx) => {
    const resumed = await tx.query(RESUME_STREAM, [streamId, now(), userId]);
    const act = { userId, resourceId: streamId, scope: { billingEntityId } };
    if (resumed.length > 0) recordAction(tx, { name: "audit_stream.resume", ...act });
  });
}
