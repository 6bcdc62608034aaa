// SQL: opening a room counts up to a limit, and places only move on.
import { isVisibleTo } from "../access/access.sql";
import { newestOf } from "../db/page";
import { isoText } from "../db/pool";
import {
  bigint,
  boolean,
  instant,
  instantText,
  integer,
  limit,
  nullable,
  present,
  statement,
  text,
} from "../db/statement";
import { isMuted } from "../mentions/level.sql";
import { readMentionNotices } from "../mentions/notices.sql";
import { UNREAD_COUNTED_MAX } from "../platform/page-limits";
import { EXCERPT_LENGTH } from "./messages.sql";

const NEWEST = { ownerId: "m.room_id", after: "'~'", limit: "1" };

/**
 * The scan is bounded, so a room with a million unread messages costs as much as one with a hundred. The ORDER BY names both columns of
 * the index so that the planner takes no other. Writing in the browser marks a room as read; writing through a program does
 * not.
 */
const LOOKED_AT = `
  SELECT n.id, n.author_id, n.created_at,
    max(n.id) FILTER (WHERE n.author_id = m.user_id AND n.via_id IS NULL) OVER () AS own_id
  FROM (
    SELECT n.id, n.author_id, n.via_id, n.created_at FROM messages n
    WHERE n.room_id = m.room_id AND n.deleted_at IS NULL AND n.id > coalesce(p.message_id, '')
    ORDER BY n.room_id DESC, n.id DESC LIMIT ${UNREAD_COUNTED_MAX}) n`;

const IS_NEW = `n.author_id IS DISTINCT FROM m.user_id AND (n.own_id IS NULL OR n.id > n.own_id)
  AND (p.message_id <> '' OR n.created_at >= m.created_at)`;

const MENTIONS = `
  SELECT FROM message_mentions n
  WHERE n.user_id = m.user_id AND n.room_id = m.room_id AND n.message_id > greatest(p.message_id, new.own_id, '')
    AND (p.message_id <> '' OR n.created_at >= m.created_at) LIMIT ${UNREAD_COUNTED_MAX}`;

const SEATS = `room_members m LEFT JOIN read_places p ON p.user_id = m.user_id AND p.room_id = m.room_id`;

export const LIST_ROOM_ACTIVITY = statement({
  name: "list_room_activity",
  params: { userId: text, now: instant, limit },
  row: {
    roomId: text,
    isMuted: boolean,
    unread: integer,
    mentions: integer,
    lastId: nullable(text),
    at: nullable(instantText),
    excerpt: nullable(text),
    authorId: nullable(text),
    author: nullable(text),
  },
  text: (p) => `
    SELECT m.room_id AS "roomId", ${isMuted("p", p.now)} AS "isMuted", new.count AS unread, (SELECT count(*)::int FROM (${MENTIONS}) n) AS mentions, last.id AS "lastId",
      ${isoText("last.created_at")} AS at, left(last.body, ${EXCERPT_LENGTH}) AS excerpt, last.author_id AS "authorId",
      u.name AS author
    FROM ${SEATS} JOIN rooms r ON r.id = m.room_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE ${IS_NEW})::int AS count, max(n.own_id) AS own_id FROM (${LOOKED_AT}) n) new
    LEFT JOIN LATERAL (
      SELECT l.id, l.created_at, l.body, l.author_id FROM messages l
      WHERE l.deleted_at IS NULL AND ${newestOf("l.room_id", "l.id", NEWEST)}
    ) last ON true
    LEFT JOIN users u ON u.id = last.author_id
    WHERE m.user_id = ${p.userId} AND ${isVisibleTo(p.userId)} ORDER BY m.user_id DESC, m.room_id DESC LIMIT ${p.limit}`,
});

export const FIND_UNREAD = statement({
  name: "find_unread",
  params: { userId: text, roomId: text },
  row: { count: integer, firstId: nullable(text) },
  text: (p) => `
    SELECT unread.count, unread.first AS "firstId" FROM ${SEATS}
    CROSS JOIN LATERAL (SELECT count(*)::int AS count, min(n.id) AS first FROM (${LOOKED_AT}) n WHERE ${IS_NEW}) unread
    WHERE m.user_id = ${p.userId} AND m.room_id = ${p.roomId}`,
});

const MOVE_PLACE_ON = `ON CONFLICT (user_id, room_id) DO UPDATE SET message_id = excluded.message_id, read_at = excluded.read_at
    WHERE read_places.message_id < excluded.message_id`;

/**
 * A place only moves on, so an older tab takes nothing back. Notices beyond these messages stay: they lead to messages not yet
 * shown.
 */
export const MARK_READ = statement({
  name: "mark_room_read",
  params: { userId: text, now: instant, roomId: text, lastId: text, firstId: text },
  row: { notificationId: present(bigint) },
  text: (p) => `
    WITH place AS (
      INSERT INTO read_places (user_id, room_id, message_id, read_at)
      SELECT m.user_id, m.room_id, n.id, ${p.now} FROM room_members m JOIN messages n ON n.room_id = m.room_id AND n.id = ${p.lastId}
      WHERE m.user_id = ${p.userId} AND m.room_id = ${p.roomId} ${MOVE_PLACE_ON})
    ${readMentionNotices(p, `m.room_id = ${p.roomId} AND n.subject_id BETWEEN ${p.firstId} AND ${p.lastId}`)}`,
});

/** Rows are locked in the order of the key, so that two browsers of one person do not deadlock. */
export const MARK_ALL_READ = statement({
  name: "mark_all_rooms_read",
  params: { userId: text, now: instant, newestId: text },
  row: { notificationId: present(bigint) },
  text: (p) => `
    WITH places AS (
      INSERT INTO read_places (user_id, room_id, message_id, read_at)
      SELECT m.user_id, m.room_id, last.id, ${p.now} FROM room_members m
      CROSS JOIN LATERAL (
        SELECT l.id FROM messages l WHERE ${newestOf("l.room_id", "l.id", { ...NEWEST, after: p.newestId })}) last
      WHERE m.user_id = ${p.userId} ORDER BY m.user_id, m.room_id ${MOVE_PLACE_ON})
    ${readMentionNotices(p, `n.subject_id BETWEEN 'msg_' AND ${p.newestId}`)}`,
});
