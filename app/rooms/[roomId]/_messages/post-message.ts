"use server";

import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomToWrite } from "@/lib/access/open-room";
import { readSession } from "@/lib/accounts/session";
import { createMessage } from "@/lib/messages/create";
import { hasMark, keepMentions } from "@/lib/mentions/keep-mentions";
import { OF_MESSAGES } from "@/lib/mentions/mentions.sql";
import { CreateMessage } from "@/lib/messages/message";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { isBlank } from "@/lib/platform/text";
import { signalWriting } from "@/lib/rooms/tell-presence";
import { writeAsPerson } from "@/lib/usage/write-as-person";

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

export type PostResult = { kind: "posted"; messageId: string } | { kind: "unsent"; problem: PostProblem; body: string };

const BY_CODE: Partial<Record<ErrorCode, PostProblem>> = {
  forbidden: "guest",
  rate_limit_exceeded: "too_fast",
  room_not_found: "gone",
  // The text was checked before, so the only remaining problem is the message it replies to.
  validation_error: "reply_gone",
};

/** Failures are returned, never thrown: the page that holds the typed text must survive them. */
export const postMessage = statefulAction(async (form): Promise<PostResult> => {
  // HTML forms send line breaks as CRLF.
  const body = readField(form, "body").replaceAll("\r\n", "\n").trimEnd();
  const replyTo = readField(form, "replyToMessageId");
  const refuse = (problem: PostProblem): PostResult => ({ kind: "unsent", problem, body });
  const session = await readSession();
  if (!session) return refuse("signed_out");
  if (isBlank(body)) return refuse("empty");
  const parsed = CreateMessage.safeParse({ body, ...(replyTo === "" ? {} : { replyToMessageId: replyTo }) });
  if (!parsed.success) return refuse(body.isWellFormed() && !body.includes("\u0000") ? "too_long" : "unreadable");
  const author = { id: session.user.id, name: session.user.name };
  try {
    const { id } = await writeAsPerson(
      author.id,
      { roomId: readField(form, "roomId") },
      openRoomToWrite,
      async (tx, access) => {
        const message = await createMessage(tx, access, author.id, parsed.data, readField(form, "draftId"));
        // With the message, so that it is highlighted at once; those of the API are found a minute later at most.
        if (hasMark(body)) await keepMentions(tx, OF_MESSAGES, [message.id]);
        tx.afterCommit(() => signalWriting(access, author, false));
        return message;
      },
    );
    return { kind: "posted", messageId: id };
  } catch (error) {
    const problem = error instanceof AppError ? BY_CODE[error.code] : undefined;
    if (!problem) log().error({ error }, "a message could not be posted");
    return refuse(problem ?? "failed");
  }
});
