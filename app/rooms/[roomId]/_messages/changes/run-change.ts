import { z } from "zod";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomToWrite, type RoomAccess } from "@/lib/access/open-room";
import { readSession } from "@/lib/accounts/sessions/session";
import type { Transaction } from "@/lib/db/transaction";
import { isBlank, isStorable } from "@/lib/platform/characters";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { openRecordToAct, type RecordAccess } from "@/lib/records/open";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import type { ChangeProblem } from "./changed-message";

const BY_CODE: Partial<Record<ErrorCode, ChangeProblem>> = {
  rate_limit_exceeded: "too_fast",
  room_not_found: "gone",
  not_found: "gone",
};
const Refusal = z.object({ reason: z.enum(["author_only", "legal_hold", "reactions_full", "record_archived"]) });

/** Why a verb refused a text, if it said so. */
export function readReason(error: unknown) {
  return error instanceof AppError ? Refusal.safeParse(error.details).data?.reason : undefined;
}

/**
 * Failures are returned, never thrown: the page that holds the typed text must survive them. `invalid`: what a value that
 * does not fit the schema means here. null: the change is made.
 */
async function runTextChange(
  invalid: ChangeProblem,
  write: (userId: string) => Promise<void>,
): Promise<ChangeProblem | null> {
  const session = await readSession();
  if (!session) return "signed_out";
  try {
    await write(session.user.id);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) {
      log().error({ error }, "a text could not be changed");
      return "failed";
    }
    if (error.code === "validation_error") return invalid;
    const reason = readReason(error);
    if (reason === "record_archived") return "gone";
    return reason ?? (error.code === "forbidden" ? "guest" : (BY_CODE[error.code] ?? "failed"));
  }
}

export function runChange(
  form: FormData,
  invalid: ChangeProblem,
  write: (tx: Transaction, access: RoomAccess, userId: string) => Promise<void>,
): Promise<ChangeProblem | null> {
  const params = { roomId: readField(form, "roomId") };
  return runTextChange(invalid, (userId) =>
    writeAsPerson(userId, params, openRoomToWrite, (tx, access) => write(tx, access, userId)),
  );
}

export function runCommentChange(
  form: FormData,
  invalid: ChangeProblem,
  write: (tx: Transaction, access: RecordAccess, userId: string) => Promise<void>,
): Promise<ChangeProblem | null> {
  const params = { roomId: readField(form, "roomId"), recordId: readField(form, "recordId") };
  return runTextChange(invalid, (userId) =>
    writeAsPerson(userId, params, openRecordToAct, (tx, access) => write(tx, access, userId)),
  );
}

export function readNewText(form: FormData): { body: string; problem: ChangeProblem | null } {
  // HTML forms send line breaks as CRLF.
  const body = readField(form, "body").replaceAll("\r\n", "\n").trimEnd();
  return { body, problem: isBlank(body) ? "empty" : isStorable(body) ? null : "unreadable" };
}

export function staysOnPage(form: FormData): boolean {
  return readField(form, "inPlace") === "1";
}
