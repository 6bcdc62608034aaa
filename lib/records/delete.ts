import { requireUnheld } from "../db/require-unheld";
import type { Transaction } from "../db/transaction";
import { buildDeletionData } from "../events/event";
import { recordEvent } from "../events/outbox";
import { showTitle } from "../platform/characters";
import { checkTypedName } from "../platform/check-typed-name";
import { lockForAction } from "./change-lifecycle";
import type { RecordAccess } from "./open";

interface Typed {
  title: string;
  untitled: string;
}

export async function deleteRecord(tx: Transaction, access: RecordAccess, actorId: string, typed: Typed) {
  const { title } = await lockForAction(tx, access, actorId, "delete");
  checkTypedName(typed.title, showTitle(title, typed.untitled));
  await requireUnheld(tx, access.room.billingEntityId);
  await tx.prisma.record.delete({ where: { id: access.recordId } });
  const v1Data = buildDeletionData({ id: access.recordId, title });
  recordEvent(tx, access.room, { type: "record.deleted", objectId: access.recordId, v1Data });
}
