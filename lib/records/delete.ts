import { recordEvent } from "../events/outbox";
import { buildDeletionData } from "../events/v1-data";
import type { Transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { lockForAction } from "./change-lifecycle";
import type { RecordAccess } from "./open";

const flatten = (text: string) => text.trim().replace(/\s+/g, " ");

/** Deletes versions and approvals too. A title may hold white space that cannot be typed: any run counts as one space. */
export async function deleteRecord(tx: Transaction, access: RecordAccess, actorId: string, typedTitle: string) {
  const { title } = await lockForAction(tx, access, actorId, "delete");
  if (flatten(typedTitle) !== flatten(title))
    throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
  await tx.prisma.record.delete({ where: { id: access.recordId } });
  const v1Data = buildDeletionData({ id: access.recordId, title });
  recordEvent(tx, access.room, { type: "record.deleted", objectId: access.recordId, v1Data });
}
