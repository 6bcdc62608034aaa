import type { Mention } from "../mentions/mention";
import { OF_COMMENTS } from "../mentions/mentions.sql";
import { listMentions } from "../mentions/mentions-query";
import { query } from "../platform/db";
import { isId } from "../platform/ids";
import { LIST_LIMIT_DEFAULT } from "../platform/limits";
import { pageValues } from "../platform/page";
import type { RecordComment } from "./comment";
import { COUNT_COMMENTS, LIST_COMMENTS, LIST_COMMENTS_AFTER } from "./comments.sql";
import type { RecordAccess } from "./open";

export interface SharedComment extends RecordComment {
  mentions: Mention[];
}

/** A page of a record's comments, oldest first. */
export interface CommentPage {
  comments: SharedComment[];
  hasOlder: boolean;
  /** It does not reach to the newest comment. */
  hasNewer: boolean;
}

interface CommentQuery {
  /** Older than this comment. */
  before?: string;
  /** This comment and its surroundings. */
  around?: string;
}

/** A malformed id falls back to the newest comments. */
export async function readComments(
  { recordId }: RecordAccess,
  { before = "", around = "" }: CommentQuery = {},
): Promise<CommentPage> {
  const limit = LIST_LIMIT_DEFAULT;
  const isAround = isId("cmt", around);
  const olderThan = isId("cmt", before) ? before : null;
  // With "~" the place is just after the comment and before the next one.
  const [upTo, newer] = await Promise.all([
    query(LIST_COMMENTS, pageValues(recordId, { limit, after: isAround ? `${around}~` : olderThan })),
    isAround ? query(LIST_COMMENTS_AFTER, [recordId, around, limit + 1]) : [],
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

/** How many comments each of these records has. */
export async function countComments(recordIds: readonly string[]): Promise<(recordId: string) => number> {
  const rows = recordIds.length === 0 ? [] : await query(COUNT_COMMENTS, [recordIds]);
  const counts = new Map(rows.map(({ recordId, count }) => [recordId, count]));
  return (recordId) => counts.get(recordId) ?? 0;
}
