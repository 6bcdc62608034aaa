import { pageValues } from "../db/page";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import type { Mention } from "../mentions/mention";
import { OF_COMMENTS } from "../mentions/mentions.sql";
import { listMentions } from "../mentions/mentions-query";
import { isId } from "../platform/ids";
import { LIST_LIMIT_DEFAULT, WORKSPACE_ROOMS_MAX } from "../platform/limits";
import type { RecordComment } from "./comment";
import { LIST_COMMENTS, LIST_COMMENTS_AFTER } from "./comments.sql";
import type { RecordAccess } from "./open";
import { COUNT_COMMENTS, LIST_COMMENT_ACTIVITY } from "./reading.sql";

export interface SharedComment extends RecordComment {
  mentions: Mention[];
}

export interface CommentPage {
  comments: SharedComment[];
  hasOlder: boolean;
  hasNewer: boolean;
}

interface CommentQuery {
  before?: string;
  around?: string;
}

export async function readComments(
  { recordId }: RecordAccess,
  { before = "", around = "" }: CommentQuery = {},
): Promise<CommentPage> {
  const limit = LIST_LIMIT_DEFAULT;
  const isAround = isId("cmt", around);
  const olderThan = isId("cmt", before) ? before : null;
  // "~" sorts just after the comment and before the next one.
  const [upTo, newer] = await Promise.all([
    query(LIST_COMMENTS, pageValues(recordId, { limit, after: isAround ? `${around}~` : olderThan })),
    isAround ? query(LIST_COMMENTS_AFTER, { recordId, after: around, limit: limit + 1 }) : [],
  ]);
  const rows = [...upTo.slice(0, limit).toReversed(), ...newer.slice(0, limit)];
  const mentionsOf = await listMentions(
    OF_COMMENTS,
    rows.map(({ id }) => id),
  );
  return {
    comments: rows.map((comment) => ({ ...comment, mentions: mentionsOf(comment.id) })),
    hasOlder: upTo.length > limit,
    hasNewer: isAround ? newer.length > limit : olderThan !== null,
  };
}

export interface CommentCount {
  count: number;
  unread: number;
  firstId: string | null;
}

const NONE: CommentCount = { count: 0, unread: 0, firstId: null };

export async function countComments(
  userId: string,
  recordIds: readonly string[],
): Promise<(recordId: string) => CommentCount> {
  const rows = recordIds.length === 0 ? [] : await query(COUNT_COMMENTS, { userId, recordIds });
  const counts = new Map(rows.map(({ recordId, ...count }) => [recordId, count]));
  return (recordId) => counts.get(recordId) ?? NONE;
}

export type CommentActivity = RowOf<typeof LIST_COMMENT_ACTIVITY>;

export function listCommentActivity(userId: string): Promise<CommentActivity[]> {
  return query(LIST_COMMENT_ACTIVITY, { userId, limit: WORKSPACE_ROOMS_MAX });
}
