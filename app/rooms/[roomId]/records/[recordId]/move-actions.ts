"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { changeLifecycle } from "@/lib/records/change-lifecycle";
import { deleteRecord } from "@/lib/records/delete";
import { openRecordToAct, openRecordToWrite } from "@/lib/records/open";
import { readVersionNumber } from "@/lib/records/record";
import { restoreVersion } from "@/lib/records/restore-version";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { pathOfRecord, pathOfRecords } from "../paths";
import { type RecordProblem, readRecordProblems } from "../problems";

export type MoveState = { kind: "idle" } | { kind: "refused"; problems: RecordProblem[] };

const DONE = { lock: "locked", unlock: "unlocked", archive: "archived", unarchive: "unarchived" } as const;

async function openAction(form: FormData) {
  const params = { roomId: readField(form, "roomId"), recordId: readField(form, "recordId") };
  const { user } = await requireSession(pathOfRecord(params.roomId, params.recordId));
  return { params, userId: user.id };
}

const refuse = (error: unknown): MoveState => ({ kind: "refused", problems: readRecordProblems(error) });

export const moveStanding = statefulAction<MoveState>(async (form) => {
  const { params, userId } = await openAction(form);
  const move = (["lock", "unlock", "archive", "unarchive"] as const).find((known) => known === form.get("move"));
  if (!move) return { kind: "idle" };
  try {
    await writeAsPerson(userId, params, openRecordToAct, (tx, access) => changeLifecycle(tx, access, userId, move));
  } catch (error) {
    return refuse(error);
  }
  redirect(pathOfRecord(params.roomId, params.recordId, `?done=${DONE[move]}`));
});

export const restore = statefulAction<MoveState>(async (form) => {
  const { params, userId } = await openAction(form);
  const version = readVersionNumber(readField(form, "version"));
  try {
    await writeAsPerson(userId, params, openRecordToWrite, (tx, access) => restoreVersion(tx, access, userId, version));
  } catch (error) {
    return refuse(error);
  }
  redirect(pathOfRecord(params.roomId, params.recordId, "?done=restored"));
});

export const remove = statefulAction<MoveState>(async (form) => {
  const { params, userId } = await openAction(form);
  const typed = readField(form, "confirmation");
  try {
    await writeAsPerson(userId, params, openRecordToAct, (tx, access) => deleteRecord(tx, access, userId, typed));
  } catch (error) {
    return refuse(error);
  }
  redirect(pathOfRecords(params.roomId, "?done=deleted"));
});
