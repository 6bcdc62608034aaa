"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { pathOfRecord } from "@/app/_links";
import { keepingAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { openRoomToWrite } from "@/lib/access/open-room";
import { AppError } from "@/lib/platform/errors";
import { checkText, type RecordText } from "@/lib/records/check-text";
import { createRecord } from "@/lib/records/create";
import { openRecordToWrite } from "@/lib/records/open";
import { readVersionNumber } from "@/lib/records/record";
import { updateRecord } from "@/lib/records/update";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { openRecordForm } from "./open-record";
import { RECORD_REFUSALS } from "./outcomes";

export interface RecordFormValues extends RecordText {
  version: number;
}

function readText(form: FormData): RecordText {
  // HTML forms send line breaks as CRLF.
  return { title: readField(form, "title").trim(), content: readField(form, "content").replaceAll("\r\n", "\n") };
}

const readVersion = (form: FormData): number => readVersionNumber(readField(form, "version"));

/** Only for forms without JavaScript, which would lose their input. */
function keepValues(form: FormData): RecordFormValues | null {
  return readField(form, "keepsText") === "true" ? null : { ...readText(form), version: readVersion(form) };
}

export const create = keepingAction(
  keepValues,
  async (form) => {
    const roomId = readField(form, "roomId");
    const { userId } = await openRoomPage(roomId, "records");
    const input = checkText(readText(form));
    const { id } = await writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, room) =>
      createRecord(tx, room, userId, input),
    );
    redirect(pathOfRecord(roomId, id, "?done=created"));
  },
  RECORD_REFUSALS,
);

export const save = keepingAction(
  keepValues,
  async (form) => {
    const { params, userId, pathOf } = await openRecordForm(form, "/edit");
    try {
      const changes = { ...checkText(readText(form)), expectedVersion: readVersion(form) };
      await writeAsPerson(userId, params, openRecordToWrite, (tx, access) => updateRecord(tx, access, userId, changes));
    } catch (error) {
      if (!(error instanceof AppError && error.code === "version_conflict")) throw error;
      // Renders the page again, with the text that was saved in the meantime.
      revalidatePath(pathOf("/edit"));
      return { kind: "conflict" as const, values: keepValues(form) };
    }
    redirect(pathOf("?done=saved"));
  },
  RECORD_REFUSALS,
);
