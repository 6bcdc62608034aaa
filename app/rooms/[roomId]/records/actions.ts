"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { keepingAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { pathOfRecord } from "@/app/rooms/_frame/paths";
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
import { RECORD_REFUSALS } from "./refusals";

export interface RecordFormValues extends RecordText {
  version: number;
}

function readForm(form: FormData) {
  return {
    roomId: readField(form, "roomId"),
    recordId: readField(form, "recordId"),
    // HTML forms send line breaks as CRLF.
    text: {
      title: readField(form, "title").trim(),
      content: readField(form, "content").replaceAll("\r\n", "\n"),
    },
    version: readVersionNumber(readField(form, "version")),
  };
}

/** Only for forms without JavaScript, which would lose their input. */
function keepValues(form: FormData): RecordFormValues | null {
  const { text, version } = readForm(form);
  return readField(form, "keepsText") === "true" ? null : { ...text, version };
}

export const create = keepingAction(
  keepValues,
  async (form) => {
    const { roomId, text } = readForm(form);
    const { userId } = await openRoomPage(roomId, "records");
    const input = checkText(text);
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
    const { roomId, recordId, text, version } = readForm(form);
    const path = pathOfRecord(roomId, recordId, "/edit");
    const { user } = await requireSession(path);
    try {
      const changes = { ...checkText(text), expectedVersion: version };
      await writeAsPerson(user.id, { roomId, recordId }, openRecordToWrite, (tx, access) =>
        updateRecord(tx, access, user.id, changes),
      );
    } catch (error) {
      if (!(error instanceof AppError && error.code === "version_conflict")) throw error;
      // Renders the page again, with the text that was saved in the meantime.
      revalidatePath(path);
      return { kind: "conflict" as const, values: keepValues(form) };
    }
    redirect(pathOfRecord(roomId, recordId, "?done=saved"));
  },
  RECORD_REFUSALS,
);
