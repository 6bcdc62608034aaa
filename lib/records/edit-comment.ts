import { lockText, requireAuthor } from "../access/lock-text";
import { recordAction } from "../audit/record-action";
import { requireUnheld } from "../db/require-unheld";
import type { Transaction } from "../db/transaction";
import { OF_COMMENTS } from "../mentions/mentions.sql";
import { changeMentions } from "../mentions/save-mentions";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { lockForAction } from "./change-lifecycle";
import { CommentText } from "./comment";
import { EDIT_COMMENT, LOCK_COMMENT } from "./comments.sql";
import type { RecordAccess } from "./open";
import { publishCommentChange } from "./publish-comment-change";

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
  const [changed] = await tx.query(EDIT_COMMENT, [commentId, now(), recordId, body]);
  if (!changed) throw notFound();
  await changeMentions(tx, OF_COMMENTS, { textId: commentId, body });
  const action = { name: "comment.update", userId: actorId, resourceId: commentId } as const;
  recordAction(tx, { ...action, scope: { billingEntityId }, details: { roomId, recordId } });
  publishCommentChange(tx, { commentId, recordId, roomId, at: changed.changedAt });
}
