import { createBatch } from "../platform/batch";
import { type Executor, sql } from "../platform/db";
import { forbidden, roomNotFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { shared } from "../platform/shared";
import { type Caller, representedUserId } from "./caller";
import { MEMBER_ROLE } from "./roles";

declare const proof: unique symbol;
/** That a caller may see this room. Only `openRoom` makes one, and stores ask for it in place of a room id. */
export interface RoomAccess {
  readonly [proof]: "room";
  readonly roomId: string;
  readonly organizationId: string | null;
  readonly billingEntityId: string;
  /** null: unknown, or an organization's key, which has no seat in the room. */
  readonly role: number | null;
}

interface Asked {
  room: string;
  entity: string;
  user: string | null;
  /** Rooms of direct messages too: in the workspace, never on /v1 (§1). */
  direct: boolean;
}
type Found = { role: number | null; organizationId: string | null } | null;

/** A room of the caller's billing entity; for a person, one where they sit, in an organization they belong to. */
const FIND_ROOMS = `
  SELECT q.n, r.organization_id AS "organizationId", m.role
  FROM json_to_recordset($1::json) AS q(n int, room text, entity text, "user" text, direct boolean)
  JOIN rooms r ON r.id = q.room AND r.billing_entity_id = q.entity AND (r.room_type = 0 OR q.direct)
  LEFT JOIN room_members m ON m.room_id = r.id AND m.user_id = q."user"
  WHERE q."user" IS NULL OR (m.id IS NOT NULL AND (r.organization_id IS NULL OR EXISTS (
    SELECT 1 FROM organization_memberships o WHERE o.organization_id = r.organization_id AND o.user_id = q."user")))`;

const findRooms = () =>
  shared("find-rooms", () =>
    createBatch<Asked, Found>(async (asked) => {
      const questions = asked.map((question, n) => ({ n, ...question }));
      const rows = await sql<{ n: number; role: number | null; organizationId: string | null }>(
        "find_rooms",
        FIND_ROOMS,
        [JSON.stringify(questions)],
      );
      const found: Found[] = asked.map(() => null);
      for (const { n, ...room } of rows) found[n] = room;
      return found;
    }),
  );

/** Absent and foreign rooms are one answer, and for credentials of /v1 so are those of direct messages. */
export async function openRoom(caller: Caller, { roomId }: { roomId: string }): Promise<RoomAccess> {
  if (!isId("room", roomId)) throw roomNotFound();
  const { entityId } = caller.billing;
  const direct = caller.authMethod === "session";
  const found = await findRooms()({ room: roomId, entity: entityId, user: representedUserId(caller), direct });
  if (!found) throw roomNotFound();
  return { roomId, billingEntityId: entityId, ...found } as RoomAccess;
}

export async function openRoomToWrite(caller: Caller, params: { roomId: string }): Promise<RoomAccess> {
  const access = await openRoom(caller, params);
  if ((access.role ?? 0) < MEMBER_ROLE) throw forbidden("Guests of a room read. Writing needs the role of a member.");
  return access;
}

/** Normal rooms as their organization sees them, in a transaction: for what concerns all rooms of an organization. */
export async function openRoomsOfOrganization(
  on: Executor,
  organizationId: string,
  roomIds: readonly string[],
): Promise<RoomAccess[]> {
  const rows = await on.sql<Pick<RoomAccess, "roomId" | "billingEntityId">>(
    "find_rooms_of_organization",
    `SELECT id AS "roomId", billing_entity_id AS "billingEntityId" FROM rooms
     WHERE id = ANY($1) AND organization_id = $2 AND room_type = 0`,
    [roomIds, organizationId],
  );
  return rows.map((row) => ({ organizationId, role: null, ...row }) as RoomAccess);
}
