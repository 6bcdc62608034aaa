import { prisma } from "../platform/prisma";
import type { RequestArea, RequestViewer } from "./open-viewer";

/** The room and record of a path as they are now, as far as the viewer may know them. */
export interface AccessFacts {
  /** `unseen`: there is no such room, or the viewer may not learn of it. */
  room: "unseen" | "here" | "elsewhere" | "direct";
  /** Of the person who called. null: no seat, or an organization's key. */
  role: number | null;
  hasBoard: boolean;
  record: { isCreator: boolean; status: string } | null;
}

interface Asked {
  roomId: string | null;
  recordId: string | null;
  userId: string | null;
}

export async function findAccessFacts(
  { userId: viewerId }: RequestViewer,
  { entityId, seesAll }: RequestArea,
  { roomId, recordId, userId }: Asked,
): Promise<AccessFacts> {
  const nothing: AccessFacts = { room: "unseen", role: null, hasBoard: true, record: null };
  if (roomId === null) return nothing;
  const people = [viewerId, ...(userId === null ? [] : [userId])];
  const room = await prisma().room.findUnique({
    where: { id: roomId },
    select: {
      billingEntityId: true,
      roomType: true,
      boards: { where: { archivedAt: null }, select: { id: true }, take: 1 },
      members: { where: { userId: { in: people } }, select: { userId: true, role: true } },
    },
  });
  if (!room) return nothing;
  const hasSeat = room.members.some((member) => member.userId === viewerId);
  const isHere = room.billingEntityId === entityId && room.roomType === 0;
  if (!hasSeat && !(isHere && seesAll)) return nothing;
  const record =
    isHere && recordId !== null
      ? await prisma().record.findFirst({
          where: { id: recordId, roomId },
          select: { createdById: true, status: true },
        })
      : null;
  return {
    room: room.roomType !== 0 ? "direct" : isHere ? "here" : "elsewhere",
    role: room.members.find((member) => member.userId === userId)?.role ?? null,
    hasBoard: room.boards.length > 0,
    record: record && { isCreator: record.createdById === userId, status: record.status },
  };
}
