import type { Caller } from "../access/caller";
import { isSharedRoom } from "../access/check-shared-room";
import { openRoom, type RoomAccess } from "../access/open-room";
import { MEMBER_ROLE } from "../access/roles";
import { coversProfile, narrowProfile, type ToolProfile } from "../connectors/connector";
import { AppError, forbidden, invalid, notFound, roomNotFound } from "../platform/errors";
import { openRecord } from "../records/open";
import type { Place } from "./action";
import { findRecordPlace, hasBoard, isRoomAllowed, type RunnableConnector, sendsTranscripts } from "./runtime-store";

export interface RoomPlace extends Place {
  room: RoomAccess;
}
export interface RecordInRoom extends RoomPlace {
  recordId: string;
}

interface Wanted {
  connector: RunnableConnector;
  /** What the action needs the connector to be good for. */
  toolProfile: ToolProfile;
}

/** A room of the allowlist that the executing user sees (404), where the profile holds and they have a say. */
export async function openRoomForAgent(caller: Caller, roomId: string, wanted: Wanted): Promise<RoomPlace> {
  if (!(await isRoomAllowed(wanted.connector, roomId))) throw roomNotFound();
  const room = await openRoom(caller, { roomId });
  // A run costs units, and an agent never has more rights than its user: guests start none.
  if ((room.role ?? 0) < MEMBER_ROLE)
    throw forbidden("Guests of a room read. To run an agent needs the role of a member.");
  const profile = narrowProfile(wanted.connector.toolProfile, await isSharedRoom(roomId));
  if (!coversProfile(profile, wanted.toolProfile)) {
    const message = "People of several organizations sit in this room: an agent may only read here.";
    throw forbidden(message, { reason: "shared_room" });
  }
  return { room, recordId: null };
}

/** The same for a record; what comes of a transcript leaves only with the executing user's consent (§4 rule 5). */
export async function openRecordForAgent(caller: Caller, recordId: string, wanted: Wanted): Promise<RecordInRoom> {
  const found = await findRecordPlace(recordId);
  if (!found || !(await isRoomAllowed(wanted.connector, found.roomId))) throw notFound();
  await openRecord(caller, { roomId: found.roomId, recordId }).catch((error: unknown) => {
    // Of a record's room this caller learns nothing, not even that it is a room which is not there.
    throw error instanceof AppError && error.code === "room_not_found" ? notFound() : error;
  });
  const { room } = await openRoomForAgent(caller, found.roomId, wanted);
  if (found.isTranscript && !(await sendsTranscripts(caller))) {
    const message =
      "This record comes from a meeting's transcript, and your settings do not let such records leave for an agent.";
    throw forbidden(message, { reason: "external_workspace_derived" });
  }
  return { room, recordId };
}

/** Found out before the agent is asked: its answer would have nowhere to go. */
export async function requireBoard({ room }: RoomPlace): Promise<void> {
  if (await hasBoard(room.roomId)) return;
  throw invalid([{ path: "recordId", message: "its room has no board to put tasks on" }]);
}
