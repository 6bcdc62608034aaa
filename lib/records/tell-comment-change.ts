import type { Transaction } from "../db/transaction";
import { tellWatchers } from "../events/room-watch";

interface CommentChange {
  commentId: string;
  recordId: string;
  roomId: string;
  at: Date;
}

/** For other people's open pages of the record: new, edited and deleted alike. §6 has no event for comments. */
export function tellCommentChange(tx: Transaction, { commentId, recordId, roomId, at }: CommentChange): void {
  // The id is the one that other processes read from the comment's row.
  const change = { id: `${commentId}@${at.getTime()}`, type: "comment.changed", roomId, objectId: recordId };
  tx.afterCommit(() => tellWatchers({ ...change, createdAt: at }));
}
