"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { pathOfMessage, pathOfRoom } from "@/app/rooms/_frame/paths";
import { openRoomToWrite, type RoomAccess } from "@/lib/access/open-room";
import { readSession } from "@/lib/accounts/session";
import { deleteMessage } from "@/lib/messages/delete";
import { editMessage } from "@/lib/messages/edit";
import type { Transaction } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { isBlank } from "@/lib/platform/text";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import type { ChangeProblem, ChangeResult } from "./changed-message";

const BY_CODE: Partial<Record<ErrorCode, ChangeProblem>> = {
  rate_limit_exceeded: "too_fast",
  room_not_found: "gone",
  not_found: "gone",
  validation_error: "too_long",
};
const Refusal = z.object({ reason: z.enum(["author_only", "legal_hold"]) });

export const saveMessage = statefulAction(async (form): Promise<ChangeResult> => {
  // HTML forms send line breaks as CRLF.
  const body = readField(form, "body").replaceAll("\r\n", "\n").trimEnd();
  if (isBlank(body)) return { kind: "unchanged", problem: "empty", body };
  if (!body.isWellFormed() || body.includes("\u0000")) return { kind: "unchanged", problem: "unreadable", body };
  const messageId = readField(form, "messageId");
  const result = await change(form, body, (tx, access, userId) => editMessage(tx, access, userId, { messageId, body }));
  if (result.kind === "changed" && !staysOnPage(form)) redirect(pathOfMessage(readField(form, "roomId"), messageId));
  return result;
});

export const removeMessage = statefulAction(async (form): Promise<ChangeResult> => {
  const result = await change(form, "", (tx, access, userId) =>
    deleteMessage(tx, access, userId, readField(form, "messageId")),
  );
  if (result.kind === "changed" && !staysOnPage(form)) redirect(pathOfRoom(readField(form, "roomId")));
  return result;
});

/** With JavaScript the thread changes in place. */
function staysOnPage(form: FormData): boolean {
  return readField(form, "inPlace") === "1";
}

/** Failures are returned, never thrown: the page that holds the typed text must survive them. */
async function change(
  form: FormData,
  body: string,
  write: (tx: Transaction, access: RoomAccess, userId: string) => Promise<void>,
): Promise<ChangeResult> {
  const refuse = (problem: ChangeProblem): ChangeResult => ({ kind: "unchanged", problem, body });
  const session = await readSession();
  if (!session) return refuse("signed_out");
  const { id: userId } = session.user;
  const params = { roomId: readField(form, "roomId") };
  try {
    await writeAsPerson(userId, params, openRoomToWrite, (tx, access) => write(tx, access, userId));
    return { kind: "changed" };
  } catch (error) {
    if (!(error instanceof AppError)) {
      log().error({ error }, "a message could not be changed");
      return refuse("failed");
    }
    const reason = Refusal.safeParse(error.details).data?.reason;
    return refuse(reason ?? (error.code === "forbidden" ? "guest" : (BY_CODE[error.code] ?? "failed")));
  }
}
