import { sharedBatch } from "../db/batch";
import { type Executor, query } from "../db/transaction";
import { forbidden, roomNotFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { FIND_ROOMS, IS_SHARED_ROOM } from "./access.sql";
import { type Caller, representedUserId } from "./caller";
import { MEMBER_ROLE } from "./roles";

declare const proof: unique symbol;
/** Only this file makes the proof that a caller may see the room; verbs take it in place of a room id. */
export interface RoomAccess {
  readonly [proof]: "room";
  readonly roomId: string;
  readonly organizationId: string | null;
  readonly billingEntityId: string;
  readonly role: number | null;
}

interface RoomQuestion {
  room: string;
  entity: string;
  user: string | null;
  direct: boolean;
}
type Found = { role: number | null; organizationId: string | null } | null;

const findRooms = sharedBatch<RoomQuestion, Found>("find-rooms", async (questions) => {
  const numbered = questions.map((question, n) => ({ n, ...question }));
  const rows = await query(FIND_ROOMS, { asked: JSON.stringify(numbered) });
  const found: Found[] = questions.map(() => null);
  for (const { n, ...room } of rows) found[n] = room;
  return found;
});

/** A missing room and a foreign one are the same error. On /v1, so is a room of direct messages. */
export async function openRoom(caller: Caller, { roomId }: { roomId: string }): Promise<RoomAccess> {
  if (!isId("room", roomId)) throw roomNotFound();
  const { entityId } = caller.billing;
  const direct = caller.authMethod === "session";
  const found = await findRooms({ room: roomId, entity: entityId, user: representedUserId(caller), direct });
  if (!found) throw roomNotFound();
  return { roomId, billingEntityId: entityId, ...found } as RoomAccess;
}

export async function openRoomToWrite(caller: Caller, params: { roomId: string }): Promise<RoomAccess> {
  const access = await openRoom(caller, params);
  if ((access.role ?? 0) < MEMBER_ROLE)
    throw forbidden("Guests have read-only access to this room. Writing requires the member role.");
  return access;
}

export async function openRoomsOfOrganization(on: Executor, organizationId: string, roomIds: readonly string[]) {
  const rooms = await on.prisma.room.findMany({
    where: { id: { in: [...roomIds] }, organizationId, roomType: 0 },
    select: { id: true, billingEntityId: true },
  });
  return rooms.map(
    ({ id, billingEntityId }) => ({ roomId: id, organizationId, billingEntityId, role: null }) as RoomAccess,
  );
}

/** Checked at each write: a member who joins later changes what agents may write. A missing room counts as shared. */
export async function isSharedRoom(roomId: string): Promise<boolean> {
  const [room] = await query(IS_SHARED_ROOM, { roomId });
  return room?.isShared ?? true;
}
