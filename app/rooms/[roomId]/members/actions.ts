"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { openRoom } from "@/lib/access/open-room";
import { requireSession } from "@/lib/accounts/session";
import { addMember } from "@/lib/rooms/add-member";
import { changeMemberRole, removeMember } from "@/lib/rooms/change-member";
import { findCandidate } from "@/lib/rooms/queries";
import { renameRoom } from "@/lib/rooms/rename";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { ROOMS_PATH } from "../../_frame/paths";
import { pathOfMember, pathOfMembers } from "./paths";
import { type RoomProblem, readRoomProblems } from "./problems";

export type MembersState = { kind: "idle" } | { kind: "refused"; problems: RoomProblem[] };

/** The role from the form; the verb refuses an invalid one. */
function readRole(form: FormData): number {
  return Number(readField(form, "role"));
}

export const add = statefulAction<MembersState>(async (form) => {
  const roomId = readField(form, "roomId");
  const { user } = await requireSession(pathOfMembers(roomId));
  let userId: string;
  try {
    userId = await writeAsPerson(user.id, { roomId }, openRoom, async (tx, room) => {
      const person = await findCandidate(tx, room, user.id, readField(form, "person"));
      // No such account: the verb answers as for any person outside the organization.
      const found = person?.userId ?? "";
      await addMember(tx, room, user.id, { userId: found, role: readRole(form) });
      return found;
    });
  } catch (error) {
    return { kind: "refused", problems: readRoomProblems(error) };
  }
  redirect(pathOfMembers(roomId, `?added=${encodeURIComponent(userId)}`));
});

export const changeRole = statefulAction<MembersState>(async (form) => {
  const [roomId, userId] = [readField(form, "roomId"), readField(form, "userId")];
  const { user } = await requireSession(pathOfMember(roomId, userId));
  try {
    await writeAsPerson(user.id, { roomId }, openRoom, (tx, room) =>
      changeMemberRole(tx, room, user.id, { userId, role: readRole(form) }),
    );
  } catch (error) {
    return { kind: "refused", problems: readRoomProblems(error) };
  }
  redirect(pathOfMembers(roomId, `?changed=${encodeURIComponent(userId)}`));
});

/** Removes another person, or leaves. After leaving there is no page in the room to return to. */
export const remove = statefulAction<MembersState>(async (form) => {
  const [roomId, userId] = [readField(form, "roomId"), readField(form, "userId")];
  const { user } = await requireSession(pathOfMember(roomId, userId));
  if (form.get("confirmed") !== "on")
    return { kind: "refused", problems: [{ field: "confirmed", reason: "not_confirmed" }] };
  try {
    await writeAsPerson(user.id, { roomId }, openRoom, (tx, room) => removeMember(tx, room, user.id, { userId }));
  } catch (error) {
    return { kind: "refused", problems: readRoomProblems(error) };
  }
  redirect(userId === user.id ? ROOMS_PATH : pathOfMembers(roomId, "?removed=1"));
});

export const rename = statefulAction<MembersState>(async (form) => {
  const roomId = readField(form, "roomId");
  const { user } = await requireSession(pathOfMembers(roomId));
  try {
    await writeAsPerson(user.id, { roomId }, openRoom, (tx, room) =>
      renameRoom(tx, room, user.id, readField(form, "name")),
    );
  } catch (error) {
    return { kind: "refused", problems: readRoomProblems(error) };
  }
  redirect(pathOfMembers(roomId, "?renamed=1"));
});
