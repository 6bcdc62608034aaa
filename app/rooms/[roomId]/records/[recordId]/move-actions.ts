"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { pathOfRecord, pathOfRecords } from "@/app/rooms/_frame/paths";
import { requireSession } from "@/lib/accounts/session";
import { changeLifecycle } from "@/lib/records/change-lifecycle";
import { deleteRecord } from "@/lib/records/delete";
import { openRecordToAct, openRecordToWrite } from "@/lib/records/open";
import { readVersionNumber } from "@/lib/records/record";
import { restoreVersion } from "@/lib/records/restore-version";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { RECORD_REFUSALS } from "../refusals";

const DONE = { lock: "locked", unlock: "unlocked", archive: "archived", unarchive: "unarchived" } as const;

async function openAction(form: FormData) {
  const params = { roomId: readField(form, "roomId"), recordId: readField(form, "recordId") };
  const { user } = await requireSession(pathOfRecord(params.roomId, params.recordId));
  return { params, userId: user.id };
}

export const moveStanding = statefulAction(async (form) => {
  const { params, userId } = await openAction(form);
  const move = (["lock", "unlock", "archive", "unarchive"] as const).find((known) => known === form.get("move"));
  if (!move) throw refuse("choice_missing");
  await writeAsPerson(userId, params, openRecordToAct, (tx, access) => changeLifecycle(tx, access, userId, move));
  redirect(pathOfRecord(params.roomId, params.recordId, `?done=${DONE[move]}`));
}, RECORD_REFUSALS);

export const restore = statefulAction(async (form) => {
  const { params, userId } = await openAction(form);
  const version = readVersionNumber(readField(form, "version"));
  await writeAsPerson(userId, params, openRecordToWrite, (tx, access) => restoreVersion(tx, access, userId, version));
  redirect(pathOfRecord(params.roomId, params.recordId, "?done=restored"));
}, RECORD_REFUSALS);

export const remove = statefulAction(async (form) => {
  const { params, userId } = await openAction(form);
  const typed = readField(form, "confirmation");
  await writeAsPerson(userId, params, openRecordToAct, (tx, access) => deleteRecord(tx, access, userId, typed));
  redirect(pathOfRecords(params.roomId, "?done=deleted"));
}, RECORD_REFUSALS);
