import { lockText, requireAuthor, requireAuthorOrManager } from "../access/lock-text";
import { recordAction } from "../audit/record-action";
import { requireUnheld } from "../db/require-unheld";
import type { Transaction } from "../db/transaction";
import { publishChange } from "../events/room-watch";
import { OF_COMMENTS } from "../mentions/mentions.sql";
import { changeMentions, hasMark, saveMentions } from "../mentions/save-mentions";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { notFound } from "../platform/errors";
import { newId } from "../platform/ids";
import { lockForAction } from "./change-lifecycle";
import { CommentText } from "./comment";
import { DELETE_COMMENT, EDIT_COMMENT, LOCK_COMMENT } from "./comments.sql";
import type { RecordAccess } from "./open";

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

/** The earlier text is not stored, so a legal hold refuses an edit like a deletion. */
export async function editComment(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  { commentId, body: given }: { commentId: string; body: string },
): Promise<void> {
  const body = checkInput(CommentText, given, "body");
  const { room, recordId } = access;
  const { roomId, billingEntityId } = room;
  await lockForAction(tx, access, actorId, "comment");
  const before = await lockText(tx, LOCK_COMMENT, room, { actorId, textId: commentId });
  requireAuthor(before, "comment");
  if (before.body === body) return;
  await requireUnheld(tx, billingEntityId);
  const [changed] = await tx.query(EDIT_COMMENT, { commentId, now: now(), recordId, body });
  if (!changed) throw notFound();
  await changeMentions(tx, OF_COMMENTS, { textId: commentId, body });
  const action = { name: "comment.update", userId: actorId, resourceId: commentId } as const;
  recordAction(tx, { ...action, scope: { billingEntityId }, details: { roomId, recordId } });
  publishCommentChange(tx, { commentId, recordId, roomId, at: changed.changedAt });
}

export async function deleteComment(
  tx: Transaction,
  { room, recordId }: RecordAccess,
  actorId: string,
  commentId: string,
): Promise<void> {
  const { roomId, billingEntityId } = room;
  const before = await lockText(tx, LOCK_COMMENT, room, { actorId, textId: commentId });
  requireAuthorOrManager(before, "comment");
  await requireUnheld(tx, billingEntityId);
  const [changed] = await tx.query(DELETE_COMMENT, { commentId, now: now(), recordId });
  if (!changed) throw notFound();
  await changeMentions(tx, OF_COMMENTS, { textId: commentId, body: "" });
  const action = { name: "comment.delete", userId: actorId, resourceId: commentId } as const;
  recordAction(tx, { ...action, scope: { billingEntityId }, details: { roomId, recordId, isOwn: before.isOwn } });
  publishCommentChange(tx, { commentId, recordId, roomId, at: changed.changedAt });
}

interface CommentChange {
  commentId: string;
  recordId: string;
  roomId: string;
  at: Date;
}

/** §6 has no event for comments. Other processes build the same id from the row of the comment. */
function publishCommentChange(tx: Transaction, { commentId, recordId, roomId, at }: CommentChange): void {
  const change = { id: `${commentId}@${at.getTime()}`, type: "comment.changed", roomId, objectId: recordId };
  tx.afterCommit(() => publishChange({ ...change, createdAt: at }));
}
