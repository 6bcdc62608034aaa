import { lockText, requireAuthorOrManager } from "../access/lock-text";
import { recordAction } from "../audit/record-action";
import { requireUnheld } from "../db/require-unheld";
import type { Transaction } from "../db/transaction";
import { OF_COMMENTS } from "../mentions/mentions.sql";
import { changeMentions } from "../mentions/save-mentions";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { DELETE_COMMENT, LOCK_COMMENT } from "./comments.sql";
import type { RecordAccess } from "./open";
import { publishCommentChange } from "./publish-comment-change";

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
  const [changed] = await tx.query(DELETE_COMMENT, [commentId, now(), recordId]);
  if (!changed) throw notFound();
  await changeMentions(tx, OF_COMMENTS, { textId: commentId, body: "" });
  const action = { name: "comment.delete", userId: actorId, resourceId: commentId } as const;
  recordAction(tx, { ...action, scope: { billingEntityId }, details: { roomId, recordId, isOwn: before.isOwn } });
  publishCommentChange(tx, { commentId, recordId, roomId, at: changed.changedAt });
}
