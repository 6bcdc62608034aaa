import { openRoomsOfOrganization } from "../access/open-room";
import { OWNER_ROLE } from "../access/roles";
import type { Executor, Transaction } from "../db/transaction";
import { buildMemberData } from "../events/event";
import { recordEvent } from "../events/outbox";
import { publishRoomChange } from "./lock-room";
import { LOCK_ROOMS_OF_PERSON, PROMOTE_HEIRS } from "./rooms.sql";
import { type Seat, seatPeople } from "./seat-people";
import { scheduleRecheck } from "./watch-room";

export interface SeatsOf {
  organizationId: string;
  userId: string;
}

export interface SeatCount {
  rooms: number;
  ownedAlone: number;
}

export async function countSeats({ prisma }: Executor, { organizationId, userId }: SeatsOf): Promise<SeatCount> {
  const room = { organizationId, roomType: 0 };
  const hasNoOtherOwner = { members: { none: { role: OWNER_ROLE, userId: { not: userId } } } };
  return {
    rooms: await prisma.roomMember.count({ where: { userId, room } }),
    ownedAlone: await prisma.roomMember.count({
      where: { userId, role: OWNER_ROLE, room: { ...room, ...hasNoOtherOwner } },
    }),
  };
}

/**
 * Runs after the membership has ended, in the same transaction: a concurrent addition to a room has either committed, and
 * its seat is found here, or waits and finds no membership.
 */
export async function endSeats(tx: Transaction, { organizationId, userId }: SeatsOf) {
  const locked = await tx.query(LOCK_ROOMS_OF_PERSON, { organizationId, userId });
  const where = { userId, roomId: { in: locked.map(({ id }) => id) } };
  const roomIds = (await tx.prisma.roomMember.findMany({ where })).map(({ roomId }) => roomId);
  await tx.prisma.roomMember.deleteMany({ where });
  tx.afterCommit(scheduleRecheck);
  for (const roomId of roomIds) publishRoomChange(tx, roomId);
  const ownerless = await tx.prisma.room.findMany({
    where: { id: { in: roomIds }, members: { none: { role: OWNER_ROLE } } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  if (ownerless.length === 0) return { roomIds, newOwners: [] };
  const orphans = ownerless.map(({ id }) => id);
  const heirs = await tx.query(PROMOTE_HEIRS, { roomIds: orphans, organizationId });
  const inherited = new Set(heirs.map(({ roomId }) => roomId));
  const left = orphans.filter((roomId) => !inherited.has(roomId));
  if (left.length === 0) return { roomIds, newOwners: heirs };
  const ownerId = await handToOrganization(tx, organizationId, left);
  return { roomIds, newOwners: [...heirs, ...left.map((roomId) => ({ roomId, userId: ownerId }))] };
}

/** The longest-standing owner of the organization takes over rooms without another possible owner. */
async function handToOrganization(tx: Transaction, organizationId: string, roomIds: readonly string[]) {
  const owner = await tx.prisma.organizationMembership.findFirst({
    where: { organizationId, role: OWNER_ROLE },
    orderBy: { id: "asc" },
  });
  if (!owner) throw new Error(`Organization ${organizationId} has no owner.`);
  const { userId } = owner;
  const role = OWNER_ROLE;
  const seats = roomIds.map((roomId): Seat => ({ roomId, userId, role }));
  const seated = await seatPeople(tx, seats);
  await tx.prisma.roomMember.updateMany({ where: { userId, roomId: { in: [...roomIds] } }, data: { role } });
  const entered = seated.map(({ roomId }) => roomId);
  for (const access of await openRoomsOfOrganization(tx, organizationId, entered)) {
    const { roomId } = access;
    const v1Data = buildMemberData({ roomId, userId });
    recordEvent(tx, access, { type: "room.member.added", objectId: roomId, v1Data });
  }
  return userId;
}
