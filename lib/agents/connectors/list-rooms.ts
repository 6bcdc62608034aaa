import { type OwnerAccess, openOwners } from "../../access/open-owner";
import { prisma } from "../../db/prisma";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { narrowProfile } from "./connector";
import { LIST_ROOM_CHOICES, LIST_USABLE_CONNECTORS } from "./connectors.sql";

export type RoomChoice = RowOf<typeof LIST_ROOM_CHOICES>;

export function listRoomChoices({ userId, owner }: OwnerAccess): Promise<RoomChoice[]> {
  return query(LIST_ROOM_CHOICES, [userId, owner.billingEntityId]);
}

export async function hasRoomChoice(userId: string): Promise<boolean> {
  const entities = (await openOwners(userId)).map(({ owner }) => owner.billingEntityId);
  const seat = await prisma().roomMember.findFirst({
    where: { userId, room: { roomType: 0, billingEntityId: { in: entities } } },
    select: { id: true },
  });
  return seat !== null;
}

export type UsableConnector = Awaited<ReturnType<typeof listUsableConnectors>>[number];

export async function listUsableConnectors(userId: string, roomId: string) {
  const connectors = await query(LIST_USABLE_CONNECTORS, [userId, roomId]);
  return connectors.map(({ isShared, toolProfile, ...connector }) => ({
    ...connector,
    toolProfile: narrowProfile(toolProfile, isShared),
  }));
}
