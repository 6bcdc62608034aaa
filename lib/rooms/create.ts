import { MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { LOCK_PLACES, type Seat, seatPeople } from "./seat-people";
import { type CreateRoom, checkRoom, refuseRoom } from "./settings";

const INSERT_ROOM = `
  INSERT INTO rooms (id, name, room_type, organization_id, billing_entity_id, created_by_id, created_at, updated_at)
  SELECT $1, $2, 0, $3, coalesce(o.billing_entity_id, u.billing_entity_id), u.id, $5, $5
  FROM users u LEFT JOIN organizations o ON o.id = $3 AND o.is_active
  WHERE u.id = $4 AND ($3::text IS NULL OR o.id IS NOT NULL)
  RETURNING billing_entity_id AS "billingEntityId"`;

/**
 * Creates a room with its owner, first members and first board, and returns its id. No event is recorded (§6):
 * `room.created` is a preview, and a new room cannot have a webhook yet.
 */
export async function createRoom(userId: string, input: CreateRoom): Promise<string> {
  const { name, organizationId, memberIds, boardName } = checkRoom(input);
  const others = memberIds.filter((id) => id !== userId);
  const at = now();
  const roomId = newId("room");
  return transaction(async (tx) => {
    await checkPlace(tx, userId, organizationId, others);
    const [made] = await tx.sql<{ billingEntityId: string }>("create_room", INSERT_ROOM, [
      roomId,
      name,
      organizationId,
      userId,
      at,
    ]);
    if (!made) throw invalid([{ path: "", message: "place_unknown" }]);
    const joining = others.map((id): Seat => ({ roomId, userId: id, role: MEMBER_ROLE }));
    await seatPeople(tx, [{ roomId, userId, role: OWNER_ROLE }, ...joining]);
    await tx.sql(
      "create_first_board",
      "INSERT INTO boards (id, room_id, name, position, created_at) VALUES ($1, $2, $3, 0, $4)",
      [newId("brd"), roomId, boardName, at],
    );
    recordAct(
      tx,
      { name: "room.create", userId, resourceId: roomId, scope: made },
      ...joining.map((seat) => ({
        name: "room_member.add" as const,
        userId,
        resourceId: seat.userId,
        scope: made,
        details: { roomId, role: seat.role },
      })),
    );
    return roomId;
  });
}

/** A missing organization and one without this person as a member are the same error. */
async function checkPlace(
  tx: Transaction,
  userId: string,
  organizationId: string | null,
  others: readonly string[],
): Promise<void> {
  if (organizationId === null) {
    if (others.length > 0) throw refuseRoom("personal_room", "memberIds");
    return;
  }
  if (!others.every((id) => isId("usr", id))) throw refuseRoom("person_unknown", "memberIds");
  const places = isId("org", organizationId)
    ? await tx.sql<{ userId: string; role: number }>("lock_places", LOCK_PLACES, [organizationId, [userId, ...others]])
    : [];
  if ((places.find((place) => place.userId === userId)?.role ?? 0) < MEMBER_ROLE)
    throw invalid([{ path: "", message: "place_unknown" }]);
  if (places.length !== others.length + 1) throw refuseRoom("person_unknown", "memberIds");
}
