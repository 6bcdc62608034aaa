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
  params: { messageId: text, roomId: text },
  row: ROW,
  text: (p) =>
    `SELECT ${COLUMNS} FROM messages WHERE id = ${p.messageId} AND room_id = ${p.roomId} AND deleted_at IS NULL`,
});

export const INSERT_MESSAGES = statement({
  name: "insert_messages",
  params: {
    ids: column(text),
    roomIds: column(text),
    authorIds: column(text),
    bodies: column(text),
    replyToIds: column(nullable(text)),
    draftKeys: column(nullable(bytes)),
    ats: column(instant),
    viaIds: column(nullable(text)),
    viaRequestIds: column(nullable(text)),
  },
  row: ROW,
  text: (p) => `
    INSERT INTO messages (id, room_id, author_id, body, reply_to_message_id, draft_key, created_at, updated_at, via_id,
      via_request_id)
    SELECT id, room_id, author_id, body, reply_to_id, draft_key, at, at, via_id, via_request_id
    FROM unnest(${p.ids}::text[], ${p.roomIds}::text[], ${p.authorIds}::text[], ${p.bodies}::text[], ${p.replyToIds}::text[], ${p.draftKeys}::bytea[], ${p.ats}::timestamptz[], ${p.viaIds}::text[], ${p.viaRequestIds}::text[])
      AS m(id, room_id, author_id, body, reply_to_id, draft_key, at, via_id, via_request_id)
    ON CONFLICT (draft_key) WHERE draft_key IS NOT NULL DO NOTHING RETURNING ${COLUMNS}`,
});

export const FIND_POSTED_DRAFT = statement({
  name: "find_posted_draft",
  params: { draftKey: nullable(bytes) },
  row: ROW,
  text: (p) => `SELECT ${COLUMNS} FROM messages WHERE draft_key = ${p.draftKey}`,
});

export const FIND_MESSAGE = statement({
  name: "find_message",
  params: { messageId: text, roomId: text },
  row: {},
  text: (p) => `SELECT FROM messages WHERE id = ${p.messageId} AND room_id = ${p.roomId} AND deleted_at IS NULL`,
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
  params: { ownerId: text, after: text, limit },
  row: THREAD_ROW,
  text: (p) => `${THREAD} WHERE ${IS_SHOWN} AND ${newestOf("m.room_id", "m.id", p)}`,
});

export const LIST_THREAD_AFTER = statement({
  name: "list_thread_after",
  params: { roomId: text, after: text, limit },
  row: THREAD_ROW,
  text: (p) =>
    `${THREAD} WHERE ${IS_SHOWN} AND m.room_id <= ${p.roomId} AND (m.room_id, m.id) > (${p.roomId}, ${p.after}) ORDER BY m.room_id, m.id LIMIT ${p.limit}`,
});

export const FIND_IN_THREAD = statement({
  name: "find_in_thread",
  params: { roomId: text, messageId: text },
  row: THREAD_ROW,
  text: (p) => `${THREAD} WHERE ${IS_SHOWN} AND m.room_id = ${p.roomId} AND m.id = ${p.messageId}`,
});
