import { z } from "zod";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomToWrite, type RoomAccess } from "@/lib/access/open-room";
import { readSession } from "@/lib/accounts/session";
import type { Transaction } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import type { ChangeProblem } from "./changed-message";

const BY_CODE: Partial<Record<ErrorCode, ChangeProblem>> = {
  rate_limit_exceeded: "too_fast",
  room_not_found: "gone",
  not_found: "gone",
};
const Refusal = z.object({ reason: z.enum(["author_only", "legal_hold", "reactions_full"]) });

/**
 * Failures are returned, never thrown: the page that holds the typed text must survive them. `invalid`: what a value that
 * does not fit the schema means here. null: the change is made.
 */
export async function runChange(
  form: FormData,
  invalid: ChangeProblem,
  write: (tx: Transaction, access: RoomAccess, userId: string) => Promise<void>,
): Promise<ChangeProblem | null> {
  const session = await readSession();
  if (!session) return "signed_out";
  const { id: userId } = session.user;
  const params = { roomId: readField(form, "roomId") };
  try {
    await writeAsPerson(userId, params, openRoomToWrite, (tx, access) => write(tx, access, userId));
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) {
      log().error({ error }, "a message could not be changed");
      return "failed";
    }
    if (error.code === "validation_error") return invalid;
    const reason = Refusal.safeParse(error.details).data?.reason;
    return reason ?? (error.code === "forbidden" ? "guest" : (BY_CODE[error.code] ?? "failed"));
  }
}

/** With JavaScript the thread changes in place. */
export function staysOnPage(form: FormData): boolean {
  return readField(form, "inPlace") === "1";
}
