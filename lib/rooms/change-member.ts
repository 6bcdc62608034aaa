import { checkChange, type Role } from "../access/membership";
import type { RoomAccess } from "../access/open-room";
import { OWNER_ROLE } from "../access/roles";
import { type ActName, recordAct } from "../audit/record-act";
import type { Transaction } from "../platform/db";
import { type AppError, invalid } from "../platform/errors";
import { isId } from "../platform/ids";
import { lockRoom, tellRoom } from "./lock-room";
import { checkRole } from "./settings";
import { recheckSoon } from "./watch-room";

export function record(
  tx: Transaction,
  name: ActName,
  { roomId, billingEntityId }: RoomAccess,
  actorId: string,
  userId: string,
  facts: { role?: number } = {},
): void {
  const details = { roomId, ...facts };
  recordAct(tx, { name, userId: actorId, resourceId: userId, scope: { billingEntityId }, details });
}

/** Also used to lower one's own role. */
export async function changeMemberRole(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { userId, role }: { userId: string; role: number },
): Promise<void> {
  const { roomId } = access;
  const nextRole = checkRole(role);
  await checkUnderLock(tx, roomId, actorId, userId, nextRole);
  await tx.sql("change_member_role", "UPDATE room_members SET role = $3 WHERE room_id = $1 AND user_id = $2", [
    roomId,
    userId,
    nextRole,
  ]);
  record(tx, "room_member.change_role", access, actorId, userId, { role: nextRole });
  tellRoom(tx, roomId);
}

/** Also used to leave. The person's content stays under their name. */
export async function removeMember(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { userId }: { userId: string },
): Promise<void> {
  const { roomId } = access;
  await checkUnderLock(tx, roomId, actorId, userId, null);
  await tx.sql("remove_member", "DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [roomId, userId]);
  record(tx, userId === actorId ? "room_member.leave" : "room_member.remove", access, actorId, userId);
  tx.afterCommit(recheckSoon);
  tellRoom(tx, roomId);
}

/** When two owners remove each other, the second waits here and finds that they are the last owner. */
async function checkUnderLock(
  tx: Transaction,
  roomId: string,
  actorId: string,
  userId: string,
  nextRole: Role | null,
): Promise<void> {
  const actorRole = await lockRoom(tx, roomId, actorId);
  if (!isId("usr", userId)) throw memberGone();
  const [target] = await tx.sql<{ role: number | null; owners: number }>(
    "find_member_and_owners",
    `SELECT m.role, (SELECT count(*)::int FROM room_members o WHERE o.room_id = $1 AND o.role = $3) AS owners
     FROM room_members m WHERE m.room_id = $1 AND m.user_id = $2`,
    [roomId, userId, OWNER_ROLE],
  );
  if (!target) throw memberGone();
  const { role: targetRole, owners } = target;
  checkChange({ actorRole, targetRole, nextRole, isSelf: actorId === userId, owners });
}

function memberGone(): AppError {
  return invalid([{ path: "", message: "member_gone" }], "This person is not in the room any more.");
}
