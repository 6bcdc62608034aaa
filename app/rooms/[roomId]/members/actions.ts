"use server";

import { redirect } from "next/navigation";
import { pathOfMember, pathOfMembers, ROOMS_PATH } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { requireFreshProof } from "@/app/confirm/require-fresh-proof";
import { openRoom } from "@/lib/access/open-room";
import { OWNER_ROLE } from "@/lib/access/roles";
import { requireSession } from "@/lib/accounts/sessions/session";
import { addMember } from "@/lib/rooms/add-member";
import { changeMemberRole, removeMember } from "@/lib/rooms/change-member";
import { findCandidate } from "@/lib/rooms/queries";
import { renameRoom } from "@/lib/rooms/update";
import { writeAsPerson } from "@/lib/usage/write-as-person";

const REFUSALS: Mapping = { byCode: { room_not_found: "room_gone" }, fields: { userId: "person" } };

/** The role from the form; the verb refuses an invalid one. */
function readRole(form: FormData): number {
  return Number(readField(form, "role"));
}

/** Ownership is not given away by a stolen session. */
async function openFrom(form: FormData, path: string) {
  const session = await requireSession(path);
  if (readRole(form) === OWNER_ROLE) await requireFreshProof(session, form);
  return session;
}

export const add = statefulAction(async (form) => {
  const roomId = readField(form, "roomId");
  const { user } = await openFrom(form, pathOfMembers(roomId));
  const userId = await writeAsPerson(user.id, { roomId }, openRoom, async (tx, room) => {
    const person = await findCandidate(tx, room, user.id, readField(form, "person"));
    const found = person?.userId ?? "";
    await addMember(tx, room, user.id, { userId: found, role: readRole(form) });
    return found;
  });
  redirect(pathOfMembers(roomId, `?added=${encodeURIComponent(userId)}`));
}, REFUSALS);

export const changeRole = statefulAction(async (form) => {
  const [roomId, userId] = [readField(form, "roomId"), readField(form, "userId")];
  const { user } = await openFrom(form, pathOfMember(roomId, userId));
  await writeAsPerson(user.id, { roomId }, openRoom, (tx, room) =>
    changeMemberRole(tx, room, user.id, { userId, role: readRole(form) }),
  );
  redirect(pathOfMembers(roomId, `?changed=${encodeURIComponent(userId)}`));
}, REFUSALS);

export const remove = statefulAction(async (form) => {
  const [roomId, userId] = [readField(form, "roomId"), readField(form, "userId")];
  const { user } = await requireSession(pathOfMember(roomId, userId));
  if (form.get("confirmed") !== "on") throw refuse("not_confirmed", "confirmed");
  await writeAsPerson(user.id, { roomId }, openRoom, (tx, room) => removeMember(tx, room, user.id, { userId }));
  redirect(userId === user.id ? ROOMS_PATH : pathOfMembers(roomId, "?removed=1"));
}, REFUSALS);

export const rename = statefulAction(async (form) => {
  const roomId = readField(form, "roomId");
  const { user } = await requireSession(pathOfMembers(roomId));
  await writeAsPerson(user.id, { roomId }, openRoom, (tx, room) =>
    renameRoom(tx, room, user.id, readField(form, "name")),
  );
  redirect(pathOfMembers(roomId, "?renamed=1"));
}, REFUSALS);
