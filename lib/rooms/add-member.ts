import { checkRole, explainRefusal, mayManage } from "../access/membership";
import type { RoomAccess } from "../access/open-room";
import { MEMBER_ROLE } from "../access/roles";
import type { Transaction } from "../db/transaction";
import { buildMemberData } from "../events/event";
import { recordEvent } from "../events/outbox";
import { isId } from "../platform/ids";
import { lockRoom, recordMemberAction } from "./lock-room";
import { LOCK_MEMBERSHIPS } from "./rooms.sql";
import { seatPeople } from "./seat-people";
import { refuseRoom } from "./settings";

/**
 * Repeating it changes nothing and records no second event (§6). Memberships of the organization are locked before the
 * room, in the order that leaving the organization uses.
 */
export async function addMember(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { userId, role: asked }: { userId: string; role: number },
): Promise<boolean> {
  const { roomId, organizationId } = access;
  const role = checkRole(asked);
  if (organizationId === null) throw refuseRoom("personal_room");
  if (!isId("usr", userId)) throw refuseRoom("person_unknown", "userId");
  const memberships = await tx.query(LOCK_MEMBERSHIPS, { organizationId, userIds: [actorId, userId] });
  const roleOf = (person: string) => memberships.find((membership) => membership.userId === person)?.role;
  const actorRole = await lockRoom(tx, roomId, actorId);
  if (!mayManage(actorRole)) throw explainRefusal("managers_only", "");
  if (role > (actorRole ?? 0)) throw explainRefusal("above_own_role");
  if ((roleOf(actorId) ?? 0) < MEMBER_ROLE) throw refuseRoom("guest_of_organization");
  if (roleOf(userId) === undefined) throw refuseRoom("person_unknown", "userId");
  const added = await seatPeople(tx, [{ roomId, userId, role }]);
  if (added.length === 0) return false;
  recordMemberAction(tx, "room_member.add", access, actorId, userId, { role });
  recordEvent(tx, access, {
    type: "room.member.added",
    objectId: roomId,
    v1Data: buildMemberData({ roomId, userId }),
  });
  return true;
}
