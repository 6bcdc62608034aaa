import type { Transaction } from "../db/transaction";
import { OF_COMMENTS } from "../mentions/mentions.sql";
import { hasMark, saveMentions } from "../mentions/save-mentions";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { newId } from "../platform/ids";
import { lockForAction } from "./change-lifecycle";
import { CommentText } from "./comment";
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
  const { recordId } = access;
  const { roomId } = access.room;
  const [id, at] = [newId("cmt"), now()];
  const draftKey = new Uint8Array(sha256(JSON.stringify([recordId, authorId, draftId || id, body])));
  const data = { id, recordId, roomId, authorId, body, draftKey, createdAt: at, updatedAt: at };
  const { count } = await tx.prisma.recordComment.createMany({ data, skipDuplicates: true });
  if (count === 0) return (await tx.prisma.recordComment.findUniqueOrThrow({ where: { draftKey } })).id;
  if (hasMark(body)) await saveMentions(tx, OF_COMMENTS, [id]);
  publishCommentChange(tx, { commentId: id, recordId, roomId, at });
  return id;
}
