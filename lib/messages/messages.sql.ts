// SQL: the message bench measures these, and a room opens with them.
import { newestOf } from "../db/page";
import { isoText } from "../db/pool";
import { listStatement } from "../db/read-page";
import { boolean, bytes, column, instant, instantText, json, limit, nullable, statement, text } from "../db/statement";
import { summaryRow } from "../db/summary-row";
import { MessageSummary } from "./message";
import type { QuotedMessage } from "./thread";

const COLUMNS = `id, room_id AS "roomId", author_id AS "authorId", body,
  ${isoText("created_at")} AS "createdAt", ${isoText("updated_at")} AS "updatedAt"`;

const ROW = summaryRow(MessageSummary);

export const LIST_MESSAGES = listStatement({
  name: "list_messages",
  row: ROW,
  select: `SELECT ${COLUMNS} FROM messages WHERE deleted_at IS NULL AND`,
  owner: "room_id",
  id: "id",
});

export const READ_MESSAGE = statement({
  name: "read_message",
  params: [text, text],
  row: ROW,
  text: `SELECT ${COLUMNS} FROM messages WHERE id = $1 AND room_id = $2 AND deleted_at IS NULL`,
});

export const INSERT_MESSAGES = statement({
  name: "insert_messages",
  params: [
    column(text),
    column(text),
    column(text),
    column(text),
    column(nullable(text)),
    column(nullable(bytes)),
    column(instant),
    column(nullable(text)),
    column(nullable(text)),
  ],
  row: ROW,
  text: `
    INSERT INTO messages (id, room_id, author_id, body, reply_to_message_id, draft_key, created_at, updated_at, via_id,
      via_request_id)
    SELECT id, room_id, author_id, body, reply_to_id, draft_key, at, at, via_id, via_request_id
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::timestamptz[], $8::text[], $9::text[])
      AS m(id, room_id, author_id, body, reply_to_id, draft_key, at, via_id, via_request_id)
    ON CONFLICT (draft_key) WHERE draft_key IS NOT NULL DO NOTHING RETURNING ${COLUMNS}`,
});

export const FIND_POSTED_DRAFT = statement({
  name: "find_posted_draft",
  params: [nullable(bytes)],
  row: ROW,
  text: `SELECT ${COLUMNS} FROM messages WHERE draft_key = $1`,
});

export const FIND_MESSAGE = statement({
  name: "find_message",
  params: [text, text],
  row: {},
  text: "SELECT FROM messages WHERE id = $1 AND room_id = $2 AND deleted_at IS NULL",
});

export const EXCERPT_LENGTH = 160;

const THREAD = `
  SELECT m.id, m.body, ${isoText("m.created_at")} AS "createdAt", m.author_id AS "authorId", a.name AS author,
    m.via_id AS "viaId", m.via_request_id AS "viaRequestId", m.deleted_at IS NOT NULL AS "isDeleted",
    CASE WHEN m.updated_at > m.created_at THEN ${isoText("m.updated_at")} END AS "editedAt",
    CASE WHEN q.id IS NULL THEN NULL
      ELSE json_build_object('id', q.id, 'author', qa.name, 'excerpt', left(q.body, ${EXCERPT_LENGTH}),
        'isDeleted', q.deleted_at IS NOT NULL) END AS "replyTo"
  FROM messages m LEFT JOIN users a ON a.id = m.author_id
  LEFT JOIN messages q ON q.id = m.reply_to_message_id LEFT JOIN users qa ON qa.id = q.author_id`;

const THREAD_ROW = {
  id: text,
  body: text,
  createdAt: instantText,
  authorId: nullable(text),
  author: nullable(text),
  viaId: nullable(text),
  viaRequestId: nullable(text),
  isDeleted: boolean,
  editedAt: nullable(instantText),
  replyTo: nullable(json<QuotedMessage>("json")),
};

/** An EXISTS here lets the planner read all replies. */
const IS_SHOWN = `(m.deleted_at IS NULL OR (
  SELECT r.id FROM messages r WHERE r.reply_to_message_id = m.id AND r.deleted_at IS NULL LIMIT 1) IS NOT NULL)`;

export const LIST_THREAD = statement({
  name: "list_thread",
  params: [text, text, limit],
  row: THREAD_ROW,
  text: `${THREAD} WHERE ${IS_SHOWN} AND ${newestOf("m.room_id", "m.id")}`,
});

export const LIST_THREAD_AFTER = statement({
  name: "list_thread_after",
  params: [text, text, limit],
  row: THREAD_ROW,
  text: `${THREAD} WHERE ${IS_SHOWN} AND m.room_id <= $1 AND (m.room_id, m.id) > ($1, $2) ORDER BY m.room_id, m.id LIMIT $3`,
});

export const FIND_IN_THREAD = statement({
  name: "find_in_thread",
  params: [text, text],
  row: THREAD_ROW,
  text: `${THREAD} WHERE ${IS_SHOWN} AND m.room_id = $1 AND m.id = $2`,
});
