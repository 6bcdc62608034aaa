import type { Caller } from "../../access/caller";
import { isSharedRoom, openRoom, type RoomAccess } from "../../access/open-room";
import { MEMBER_ROLE } from "../../access/roles";
import { prisma } from "../../db/prisma";
import { AppError, forbidden, invalid, notFound, roomNotFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { openRecord } from "../../records/open";
import { ACTION_PROFILES, type ActionName, coversProfile, narrowProfile } from "../connectors/connector";
import type { ActionTarget } from "./action";
import type { RunnableConnector } from "./open-connector";

export interface RoomTarget extends ActionTarget {
  room: RoomAccess;
}
export interface RecordTarget extends RoomTarget {
  recordId: string;
}

async function isRoomAllowed({ id }: RunnableConnector, roomId: string): Promise<boolean> {
  const where = { connectorId: id, roomId, room: { roomType: 0 } };
  return isId("room", roomId) && (await prisma().connectorRoom.findFirst({ where })) !== null;
}

export async function openRoomForAgent(
  caller: Caller,
  roomId: string,
  connector: RunnableConnector,
  action: ActionName,
): Promise<RoomTarget> {
  if (!(await isRoomAllowed(connector, roomId))) throw roomNotFound();
  const room = await openRoom(caller, { roomId });
  // A run costs units, and an agent never has more rights than its user, so guests start none.
  if ((room.role ?? 0) < MEMBER_ROLE)
    throw forbidden("Guests have read-only access to this room. Running an agent requires the member role.");
  const profile = narrowProfile(connector.toolProfile, await isSharedRoom(roomId));
  if (!coversProfile(profile, ACTION_PROFILES[action])) {
    const message = "This room includes people from several organizations. Agents have read-only access here.";
    throw forbidden(message, { reason: "shared_room" });
  }
  return { room, recordId: null };
}

/** §4 rule 5: text of a transcript leaves only with the executing user's consent. */
export async function openRecordForAgent(
  caller: Caller,
  recordId: string,
  connector: RunnableConnector,
  action: ActionName,
): Promise<RecordTarget> {
  if (!isId("rec", recordId)) throw notFound();
  const where = { id: recordId };
  const found = await prisma().record.findUnique({ where, select: { roomId: true, origin: true } });
  if (!found || !(await isRoomAllowed(connector, found.roomId))) throw notFound();
  await openRecord(caller, { roomId: found.roomId, recordId }).catch((error: unknown) => {
    // A caller who may not see the record learns nothing of its room.
    throw error instanceof AppError && error.code === "room_not_found" ? notFound() : error;
  });
  const { room } = await openRoomForAgent(caller, found.roomId, connector, action);
  if (found.origin === "TRANSCRIPT" && !(await sendsTranscripts(caller))) {
    const message =
      "This record comes from a meeting transcript, and your settings do not allow sending such records to an agent.";
    throw forbidden(message, { reason: "external_workspace_derived" });
  }
  return { room, recordId };
}

async function sendsTranscripts({ actor }: Caller): Promise<boolean> {
  if (actor.userId === null) return false;
  const where = { id: actor.userId, sendsTranscripts: true };
  return (await prisma().user.findFirst({ where, select: { id: true } })) !== null;
}

export async function requireBoard({ room }: RoomTarget): Promise<void> {
  const board = await prisma().board.findFirst({
    where: { roomId: room.roomId, archivedAt: null },
    select: { id: true },
  });
  if (!board) throw invalid([{ path: "recordId", message: "its room has no board to put tasks on" }]);
}
