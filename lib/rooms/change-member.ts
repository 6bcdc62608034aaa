import { checkChange, checkRole, type Role } from "../access/membership";
import type { RoomAccess } from "../access/open-room";
import { OWNER_ROLE } from "../access/roles";
import type { Transaction } from "../db/transaction";
import { type AppError, invalid } from "../platform/errors";
import { isId } from "../platform/ids";
import { lockRoom, publishRoomChange, recordMemberAction } from "./lock-room";
import { scheduleRecheck } from "./watch-room";

export async function changeMemberRole(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { userId, role }: { userId: string; role: number },
): Promise<void> {
  const { roomId } = access;
  const nextRole = checkRole(role);
  await checkUnderLock(tx, roomId, actorId, userId, nextRole);
  await tx.prisma.roomMember.updateMany({ where: { roomId, userId }, data: { role: nextRole } });
  recordMemberAction(tx, "room_member.change_role", access, actorId, userId, { role: nextRole });
  publishRoomChange(tx, roomId);
}

export async function removeMember(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { userId }: { userId: string },
): Promise<void> {
  const { roomId } = access;
  await checkUnderLock(tx, roomId, actorId, userId, null);
  await tx.prisma.roomMember.deleteMany({ where: { roomId, userId } });
  recordMemberAction(tx, userId === actorId ? "room_member.leave" : "room_member.remove", access, actorId, userId);
  tx.afterCommit(scheduleRecheck);
  publishRoomChange(tx, roomId);
}

/** Two owners may remove each other: the second waits here and finds that they are the last owner. */
async function checkUnderLock(tx: Transaction, roomId: string, actorId: string, userId: string, nextRole: Role | null) {
  const actorRole = await lockRoom(tx, roomId, actorId);
  if (!isId("usr", userId)) throw memberGone();
  const target = await tx.prisma.roomMember.findUnique({ where: { userId_roomId: { userId, roomId } } });
  if (!target) throw memberGone();
  const owners = await tx.prisma.roomMember.count({ where: { roomId, role: OWNER_ROLE } });
  checkChange({ actorRole, targetRole: target.role, nextRole, isSelf: actorId === userId, owners });
}

function memberGone(): AppError {
  return invalid([{ path: "", message: "member_gone" }], "This person is no longer a member of the room.");
}
