import type { Transaction } from "../db/transaction";
import { publishChange } from "../events/room-watch";

interface CommentChange {
  commentId: string;
  recordId: string;
  roomId: string;
  at: Date;
}

/** §6 has no event for comments. Other processes build the same id from the row of the comment. */
export function publishCommentChange(tx: Transaction, { commentId, recordId, roomId, at }: CommentChange): void {
  const change = { id: `${commentId}@${at.getTime()}`, type: "comment.changed", roomId, objectId: recordId };
  tx.afterCommit(() => publishChange({ ...change, createdAt: at }));
}
