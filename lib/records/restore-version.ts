import type { Transaction } from "../db/transaction";
import { notFound } from "../platform/errors";
import type { RecordAccess } from "./open";
import { updateRecord } from "./update";

/** Restoring is a save: the current text becomes a version. */
export async function restoreVersion(tx: Transaction, access: RecordAccess, actorId: string, version: number) {
  const { room, recordId } = access;
  const kept = await tx.prisma.recordVersion.findFirst({
    where: { recordId, version, record: { roomId: room.roomId } },
    select: { title: true, content: true },
  });
  if (!kept) throw notFound();
  return updateRecord(tx, access, actorId, kept);
}
