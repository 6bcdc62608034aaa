import type { Caller } from "../access/caller";
import { isSharedRoom } from "../access/check-shared-room";
import { openRoom, type RoomAccess } from "../access/open-room";
import { MEMBER_ROLE } from "../access/roles";
import { coversProfile, narrowProfile, type ToolProfile } from "../connectors/connector";
import { AppError, forbidden, invalid, notFound, roomNotFound } from "../platform/errors";
import { openRecord } from "../records/open";
import type { ActionTarget } from "./action";
import type { RunnableConnector } from "./open-connector";
import { findRecordRoom, hasBoard, isRoomAllowed, sendsTranscripts } from "./read-context";

export interface RoomTarget extends ActionTarget {
  room: RoomAccess;
}
export interface RecordTarget extends RoomTarget {
  recordId: string;
}

interface Wanted {
  connector: RunnableConnector;
  /** The profile that the action needs. */
  toolProfile: ToolProfile;
}

/** A room of the allowlist that the executing user sees (404), where the profile holds and they may write (403). */
export async function openRoomForAgent(caller: Caller, roomId: string, wanted: Wanted): Promise<RoomTarget> {
  if (!(await isRoomAllowed(wanted.connector, roomId))) throw roomNotFound();
  const room = await openRoom(caller, { roomId });
  // A run costs units, and an agent never has more rights than its user: guests start none.
  if ((room.role ?? 0) < MEMBER_ROLE)
    throw forbidden("Guests have read-only access to this room. Running an agent requires the member role.");
  const profile = narrowProfile(wanted.connector.toolProfile, await isSharedRoom(roomId));
  if (!coversProfile(profile, wanted.toolProfile)) {
    const message = "People of several organizations are in this room: an agent has read-only access here.";
    throw forbidden(message, { reason: "shared_room" });
  }
  return { room, recordId: null };
}

/** A record of such a room. Text from a transcript leaves only with the executing user's consent (§4 rule 5). */
export async function openRecordForAgent(caller: Caller, recordId: string, wanted: Wanted): Promise<RecordTarget> {
  const found = await findRecordRoom(recordId);
  if (!found || !(await isRoomAllowed(wanted.connector, found.roomId))) throw notFound();
  await openRecord(caller, { roomId: found.roomId, recordId }).catch((error: unknown) => {
    // A caller who may not see the record learns nothing of its room.
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

/** Before the agent is asked: without a board there is no place for its tasks. */
export async function requireBoard({ room }: RoomTarget): Promise<void> {
  if (await hasBoard(room.roomId)) return;
  throw invalid([{ path: "recordId", message: "its room has no board to put tasks on" }]);
}
