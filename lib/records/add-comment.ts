import type { Transaction } from "../db/transaction";
import { OF_COMMENTS } from "../mentions/mentions.sql";
import { hasMark, saveMentions } from "../mentions/save-mentions";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { newId } from "../platform/ids";
import { lockForAction } from "./change-lifecycle";
import { CommentText } from "./comment";
import { FIND_SENT_COMMENT, INSERT_COMMENT } from "./comments.sql";
import type { RecordAccess } from "./open";
import { publishCommentChange } from "./publish-comment-change";

interface NewComment {
  body: string;
  /** The key comes from the browser's draft, so a resend after a lost response posts nothing twice. */
  draftId: string;
}

export async function addComment(
  tx: Transaction,
  access: RecordAccess,
  authorId: string,
  { body: given, draftId }: NewComment,
): Promise<string> {
  const body = checkInput(CommentText, given, "body");
  // The lock orders the comment against a deletion of the record, which takes it along.
  await lockForAction(tx, access, authorId, "comment");
  const { room, recordId } = access;
  const [id, at] = [newId("cmt"), now()];
  const draftKey = sha256(JSON.stringify([recordId, authorId, draftId || id, body]));
  const [added] = await tx.query(INSERT_COMMENT, [id, recordId, room.roomId, authorId, body, draftKey, at]);
  if (!added) return findSent(tx, draftKey);
  if (hasMark(body)) await saveMentions(tx, OF_COMMENTS, [id]);
  publishCommentChange(tx, { commentId: id, recordId, roomId: room.roomId, at });
  return id;
}

async function findSent(tx: Transaction, draftKey: Buffer): Promise<string> {
  const [sent] = await tx.query(FIND_SENT_COMMENT, [draftKey]);
  if (!sent) throw new Error("A comment was not written.");
  return sent.id;
}
