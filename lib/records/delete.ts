import { recordEvent } from "../events/outbox";
import { buildDeletionData } from "../events/v1-data";
import { checkTypedName } from "../platform/check-typed-name";
import type { Transaction } from "../platform/db";
import { requireUnheld } from "../platform/require-unheld";
import { lockForAction } from "./change-lifecycle";
import type { RecordAccess } from "./open";

/** Deletes versions, approvals and comments too. */
export async function deleteRecord(tx: Transaction, access: RecordAccess, actorId: string, typedTitle: string) {
  const { title } = await lockForAction(tx, access, actorId, "delete");
  checkTypedName(typedTitle, title);
  await requireUnheld(tx, access.room.billingEntityId);
  await tx.prisma.record.delete({ where: { id: access.recordId } });
  const v1Data = buildDeletionData({ id: access.recordId, title });
  recordEvent(tx, access.room, { type: "record.deleted", objectId: access.recordId, v1Data });
}
