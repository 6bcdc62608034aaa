import { readField } from "@/app/_ui/form/read-field";
import { readSession } from "@/lib/accounts/sessions/session";
import { countCodePoints, isBlank, isStorable } from "@/lib/platform/characters";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { MESSAGE_BODY_MAX_LENGTH } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { readReason } from "../changes/run-change";

export type PostProblem =
  | "empty"
  | "too_long"
  | "unreadable"
  | "guest"
  | "gone"
  | "reply_gone"
  | "signed_out"
  | "too_fast"
  | "failed"
  | "network";

export type PostResult = { kind: "posted"; id: string } | { kind: "unsent"; problem: PostProblem; body: string };

const BY_CODE: Partial<Record<ErrorCode, PostProblem>> = {
  forbidden: "guest",
  rate_limit_exceeded: "too_fast",
  room_not_found: "gone",
  not_found: "gone",
  // The text was checked before, so the only remaining problem is the message it replies to.
  validation_error: "reply_gone",
};

interface Author {
  id: string;
  name: string;
}

/**
 * Failures are returned, never thrown: the page that holds the typed text must survive them. `write` returns the id of the
 * text that it wrote.
 */
export async function runPost(
  form: FormData,
  write: (author: Author, body: string) => Promise<string>,
): Promise<PostResult> {
  // HTML forms send line breaks as CRLF.
  const body = readField(form, "body").replaceAll("\r\n", "\n").trimEnd();
  const refuse = (problem: PostProblem): PostResult => ({ kind: "unsent", problem, body });
  const session = await readSession();
  if (!session) return refuse("signed_out");
  if (isBlank(body)) return refuse("empty");
  if (!isStorable(body)) return refuse("unreadable");
  if (countCodePoints(body) > MESSAGE_BODY_MAX_LENGTH) return refuse("too_long");
  const { id, name } = session.user;
  try {
    return { kind: "posted", id: await write({ id, name }, body) };
  } catch (error) {
    if (readReason(error) === "record_archived") return refuse("gone");
    const problem = error instanceof AppError ? BY_CODE[error.code] : undefined;
    if (!problem) log().error({ error }, "a text could not be posted");
    return refuse(problem ?? "failed");
  }
}
