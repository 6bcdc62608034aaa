import type { RoomAccess } from "../access/open-room";
import { prisma } from "../db/prisma";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { chooseLevel, DEFAULT_LEVEL, type RoomLevel } from "./level";

export async function readLevel({ roomId }: RoomAccess, userId: string): Promise<RoomLevel> {
  const select = { level: true, quietUntil: true } as const;
  return (
    (await prisma().readPlace.findUnique({ where: { userId_roomId: { userId, roomId } }, select })) ?? DEFAULT_LEVEL
  );
}

export async function saveLevel(access: RoomAccess, userId: string, choice: string): Promise<void> {
  const at = now();
  const chosen = chooseLevel(choice, await readLevel(access, userId), at);
  if (!chosen) throw notFound();
  const { roomId } = access;
  await prisma().readPlace.upsert({
    where: { userId_roomId: { userId, roomId } },
    create: { userId, roomId, messageId: "", readAt: at, ...chosen },
    update: chosen,
  });
}
