"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { openRoomToWrite } from "@/lib/access/open-room";
import { requireSession } from "@/lib/accounts/session";
import { AppError } from "@/lib/platform/errors";
import { checkText, type RecordText } from "@/lib/records/check-text";
import { createRecord } from "@/lib/records/create";
import { openRecordToWrite } from "@/lib/records/open";
import { readVersionNumber } from "@/lib/records/record";
import { updateRecord } from "@/lib/records/update";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { openRoomPage } from "../../_frame/open-room";
import { pathOfRecord } from "./paths";
import { type RecordProblem, readRecordProblems } from "./problems";

export interface RecordFormValues extends RecordText {
  version: number;
}

/** `values` only for forms that have no JavaScript to keep what was typed. */
export type SaveState =
  | { kind: "idle" }
  | { kind: "invalid"; problems: RecordProblem[]; values: RecordFormValues | null }
  | { kind: "conflict"; values: RecordFormValues | null };

function readForm(form: FormData) {
  return {
    roomId: readField(form, "roomId"),
    recordId: readField(form, "recordId"),
    // Forms end lines as mail does; records do not.
    text: {
      title: readField(form, "title").trim(),
      content: readField(form, "content").replaceAll("\r\n", "\n"),
    },
    version: readVersionNumber(readField(form, "version")),
  };
}

function keepValues(form: FormData): RecordFormValues | null {
  const { text, version } = readForm(form);
  return readField(form, "keepsText") === "true" ? null : { ...text, version };
}

export const create = statefulAction<SaveState>(async (form) => {
  const { roomId, text } = readForm(form);
  const { userId } = await openRoomPage(roomId, "records");
  let id: string;
  try {
    const input = checkText(text);
    const record = await writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, room) =>
      createRecord(tx, room, userId, input),
    );
    id = record.id;
  } catch (error) {
    return { kind: "invalid", problems: readRecordProblems(error), values: keepValues(form) };
  }
  redirect(pathOfRecord(roomId, id, "?done=created"));
});

export const save = statefulAction<SaveState>(async (form) => {
  const { roomId, recordId, text, version } = readForm(form);
  const path = pathOfRecord(roomId, recordId, "/edit");
  const { user } = await requireSession(path);
  try {
    const changes = { ...checkText(text), expectedVersion: version };
    await writeAsPerson(user.id, { roomId, recordId }, openRecordToWrite, (tx, access) =>
      updateRecord(tx, access, user.id, changes),
    );
  } catch (error) {
    const values = keepValues(form);
    if (!(error instanceof AppError && error.code === "version_conflict"))
      return { kind: "invalid", problems: readRecordProblems(error), values };
    // The page comes along anew, with the text that was saved in the meantime.
    revalidatePath(path);
    return { kind: "conflict", values };
  }
  redirect(pathOfRecord(roomId, recordId, "?done=saved"));
});
