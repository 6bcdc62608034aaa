// SQL: a lock, instants computed from the row, and pages in one order.
import { lockTextStatement } from "../access/authorship.sql";
import { newestOf } from "../db/page";
import { isoText } from "../db/pool";
import { instant, instantText, limit, nullable, statement, text } from "../db/statement";

export const LOCK_COMMENT = lockTextStatement("lock_comment", "record_comments");

/** Each change of a comment gets a later time: two changes with one time would be published as one. */
const CHANGED_AT = "greatest($2, c.updated_at + interval '1 millisecond')";

export const EDIT_COMMENT = statement({
  name: "edit_comment",
  params: [text, instant, text, text],
  row: { changedAt: instant },
  text: `
    UPDATE record_comments c SET body = $4, updated_at = ${CHANGED_AT} WHERE c.id = $1 AND c.record_id = $3
    RETURNING c.updated_at AS "changedAt"`,
});

export const DELETE_COMMENT = statement({
  name: "delete_comment",
  params: [text, instant, text],
  row: { changedAt: instant },
  text: `
    UPDATE record_comments c SET body = '', deleted_at = $2, updated_at = ${CHANGED_AT} WHERE c.id = $1 AND c.record_id = $3
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
  params: [text, text, limit],
  row: ROW,
  text: `${COMMENTS} ${newestOf("c.record_id", "c.id")}`,
});

export const LIST_COMMENTS_AFTER = statement({
  name: "list_comments_after",
  params: [text, text, limit],
  row: ROW,
  text: `${COMMENTS} c.record_id <= $1 AND (c.record_id, c.id) > ($1, $2) ORDER BY c.record_id, c.id LIMIT $3`,
});
