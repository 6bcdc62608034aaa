// SQL: a lock, instants computed from the row, and pages in one order.
import { lockTextStatement } from "../access/authorship.sql";
import { newestOf } from "../db/page";
import { isoText } from "../db/pool";
import { instant, instantText, limit, nullable, statement, text } from "../db/statement";

export const LOCK_COMMENT = lockTextStatement("lock_comment", "record_comments");

/** Each change of a comment gets a later time: two changes with one time would be published as one. */
const writeChangedAt = (p: { now: string }) => `greatest(${p.now}, c.updated_at + interval '1 millisecond')`;

export const EDIT_COMMENT = statement({
  name: "edit_comment",
  params: { commentId: text, now: instant, recordId: text, body: text },
  row: { changedAt: instant },
  text: (p) => `
    UPDATE record_comments c SET body = ${p.body}, updated_at = ${writeChangedAt(p)} WHERE c.id = ${p.commentId} AND c.record_id = ${p.recordId}
    RETURNING c.updated_at AS "changedAt"`,
});

export const DELETE_COMMENT = statement({
  name: "delete_comment",
  params: { commentId: text, now: instant, recordId: text },
  row: { changedAt: instant },
  text: (p) => `
    UPDATE record_comments c SET body = '', deleted_at = ${p.now}, updated_at = ${writeChangedAt(p)} WHERE c.id = ${p.commentId} AND c.record_id = ${p.recordId}
    RETURNING c.updated_at AS "changedAt"`,
});

const COMMENTS = `
  SELECT c.id, c.body, ${isoText("c.created_at")} AS "createdAt", c.author_id AS "authorId", u.name AS author,
    CASE WHEN c.updated_at > c.created_at THEN ${isoText("c.updated_at")} END AS "editedAt"
  FROM record_comments c LEFT JOIN users u ON u.id = c.author_id WHERE c.deleted_at IS NULL AND`;

const ROW = {
  id: text,
  body: text,
  createdAt: instantText,
  authorId: nullable(text),
  author: nullable(text),
  editedAt: nullable(instantText),
};

export const LIST_COMMENTS = statement({
  name: "list_comments",
  params: { ownerId: text, after: text, limit },
  row: ROW,
  text: (p) => `${COMMENTS} ${newestOf("c.record_id", "c.id", p)}`,
});

export const LIST_COMMENTS_AFTER = statement({
  name: "list_comments_after",
  params: { recordId: text, after: text, limit },
  row: ROW,
  text: (p) =>
    `${COMMENTS} c.record_id <= ${p.recordId} AND (c.record_id, c.id) > (${p.recordId}, ${p.after}) ORDER BY c.record_id, c.id LIMIT ${p.limit}`,
});
