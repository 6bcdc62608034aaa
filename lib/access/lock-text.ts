import type { Transaction } from "../db/transaction";
import { forbidden, notFound } from "../platform/errors";
import type { lockTextStatement } from "./authorship.sql";
import type { RoomAccess } from "./open-room";

export interface LockedText {
  body: string;
  isOwn: boolean;
  isManager: boolean;
}

export async function lockText(
  tx: Transaction,
  statement: ReturnType<typeof lockTextStatement>,
  { roomId }: RoomAccess,
  { actorId, textId }: { actorId: string; textId: string },
): Promise<LockedText> {
  const [found] = await tx.query(statement, { textId, roomId, userId: actorId });
  if (!found) throw notFound();
  const { body, authorId, isManager } = found;
  return { body, isOwn: authorId === actorId, isManager };
}

type Kind = "message" | "comment";

export function requireAuthor({ isOwn }: LockedText, kind: Kind): void {
  if (!isOwn) throw forbidden(`Only its author can edit a ${kind}.`, { reason: "author_only" });
}

export function requireAuthorOrManager({ isOwn, isManager }: LockedText, kind: Kind): void {
  if (isOwn || isManager) return;
  throw forbidden(`Only its author and managers of the room can delete a ${kind}.`, { reason: "author_only" });
}
