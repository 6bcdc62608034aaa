import type { Transaction } from "../db/transaction";
import { hasMark, keepMentions } from "../mentions/keep-mentions";
import { OF_COMMENTS } from "../mentions/mentions.sql";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { newId } from "../platform/ids";
import { lockForAction } from "./change-lifecycle";
import { CommentText } from "./comment";
import { FIND_SENT_COMMENT, INSERT_COMMENT } from "./comments.sql";
import type { RecordAccess } from "./open";
import { tellCommentChange } from "./tell-comment-change";

interface NewComment {
  body: string;
  /** The browser's key of a draft: a resend of the same text, after a lost response, is the same comment. */
  draftId: string;
}

/** The record stays as it is, with its version and the time of its change: what people say about a text is no text of it. */
export async function addComment(
  tx: Transaction,
  access: RecordAccess,
  authorId: string,
  { body: given, draftId }: NewComment,
): Promise<string> {
  const body = checkInput(CommentText, given, "body");
  // A deletion of the record waits for the comment and takes it along, or comes before it.
  await lockForAction(tx, access, authorId, "comment");
  const { room, recordId } = access;
  const [id, at] = [newId("cmt"), now()];
  const draftKey = sha256(JSON.stringify([recordId, authorId, draftId || id, body]));
  const [added] = await tx.query(INSERT_COMMENT, [id, recordId, room.roomId, authorId, body, draftKey, at]);
  if (!added) return findSent(tx, draftKey);
  if (hasMark(body)) await keepMentions(tx, OF_COMMENTS, [id]);
  tellCommentChange(tx, { commentId: id, recordId, roomId: room.roomId, at });
  return id;
}

async function findSent(tx: Transaction, draftKey: Buffer): Promise<string> {
  const [sent] = await tx.query(FIND_SENT_COMMENT, [draftKey]);
  if (!sent) throw new Error("A comment was not written.");
  return sent.id;
}
