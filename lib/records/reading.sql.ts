// SQL: opening a room counts up to a limit, and places only move on.
import { isVisibleTo } from "../access/access.sql";
import { newestOf } from "../db/page";
import { bigint, instant, integer, limit, nullable, present, statement, text, textArray } from "../db/statement";
import { readMentionNotices } from "../mentions/notices.sql";
import { UNREAD_COUNTED_MAX } from "../platform/page-limits";

/**
 * A scalar query is needed: a join planned while the table was empty would read all of it from then on. Places and records
 * below are read the same way.
 */
const FLOOR = "(SELECT f.from_id FROM comment_floors f WHERE f.user_id = m.user_id AND f.room_id = m.room_id)";
const OWN = "max(c.id) FILTER (WHERE c.author_id = m.user_id)";

/** Most people have read every comment, and then the floor leaves no row to count. */
const LOOKED_AT = `
  SELECT c.id, c.record_id, c.author_id, c.created_at, ${OWN} OVER (PARTITION BY c.record_id) AS own_id FROM (
    SELECT c.id, c.record_id, c.author_id, c.created_at FROM record_comments c
    WHERE c.room_id = m.room_id AND c.deleted_at IS NULL AND c.id >= coalesce(m.floor, '')
    ORDER BY c.room_id DESC, c.id DESC LIMIT ${UNREAD_COUNTED_MAX}) c`;

const isNew = ({ place, status }: { place: string; status: string }) => `
  c.author_id IS DISTINCT FROM m.user_id AND c.id > coalesce(c.own_id, '') AND c.id >= coalesce(m.floor, '')
  AND c.created_at >= m.created_at AND c.id > coalesce(${place}, '') AND ${status} <> 'ARCHIVED'`;

const PLACE = "(SELECT p.comment_id FROM comment_places p WHERE p.record_id = c.record_id AND p.user_id = m.user_id)";
const IS_NEW = isNew({ place: PLACE, status: "(SELECT d.status FROM records d WHERE d.id = c.record_id)" });

export const LIST_COMMENT_ACTIVITY = statement({
  name: "list_comment_activity",
  params: { userId: text, limit },
  row: { roomId: text, unread: present(integer), mentions: present(integer), lastId: present(text) },
  text: (p) => `
    SELECT m.room_id AS "roomId", new.count AS unread, new.mentions, new.last AS "lastId"
    FROM (
      SELECT m.user_id, m.room_id, m.created_at, ${FLOOR} AS floor FROM room_members m
      WHERE m.user_id = ${p.userId} AND (SELECT ${isVisibleTo(p.userId)} FROM rooms r WHERE r.id = m.room_id)
      ORDER BY m.user_id DESC, m.room_id DESC LIMIT ${p.limit}) m
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, max(c.id) AS last, (count(*) FILTER (WHERE m.user_id = ANY(
        ARRAY(SELECT n.user_id FROM comment_mentions n WHERE n.comment_id = c.id))))::int AS mentions
      FROM (${LOOKED_AT}) c WHERE ${IS_NEW}) new
    WHERE new.count > 0`,
});

/** `OFFSET 0` keeps PostgreSQL from computing the columns of a seat or comment again for each use. */
export const COUNT_COMMENTS = statement({
  name: "count_comments",
  params: { userId: text, recordIds: textArray },
  row: {
    recordId: text,
    count: present(integer),
    unread: present(integer),
    firstId: nullable(text),
  },
  text: (p) => `
    SELECT m.record_id AS "recordId", counted.count, counted.unread, counted.first AS "firstId"
    FROM (
      SELECT d.id AS record_id, d.status, m.user_id, m.created_at, ${FLOOR} AS floor, (
        SELECT p.comment_id FROM comment_places p WHERE p.record_id = d.id AND p.user_id = m.user_id) AS place
      FROM records d
      CROSS JOIN LATERAL (SELECT m.* FROM room_members m WHERE m.user_id = ${p.userId} AND m.room_id = d.room_id OFFSET 0) m
      WHERE d.id = ANY(${p.recordIds}) OFFSET 0) m
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, (count(*) FILTER (WHERE c.is_new))::int AS unread, min(c.id) FILTER (WHERE c.is_new) AS first
      FROM (SELECT c.id, ${isNew({ place: "m.place", status: "m.status" })} AS is_new FROM (
        SELECT c.id, c.author_id, c.created_at, ${OWN} OVER () AS own_id FROM record_comments c
        WHERE c.record_id = m.record_id AND c.deleted_at IS NULL) c OFFSET 0) c) counted`,
});

const MOVE_FLOOR = `ON CONFLICT (user_id, room_id) DO UPDATE SET from_id = excluded.from_id
    WHERE comment_floors.from_id < excluded.from_id`;

/**
 * The floor rises to the first unread comment of the room, but not beyond `settled`: comments commit out of the order of their
 * ids.
 */
export const MARK_COMMENTS_READ = statement({
  name: "mark_comments_read",
  params: { userId: text, at: instant, roomId: text, recordId: text, lastId: text, firstId: text, settled: text },
  row: { notificationId: present(bigint) },
  text: (p) => `
    WITH shown AS (
      SELECT m.user_id, m.room_id, m.created_at, d.id AS record_id, c.id AS comment_id
      FROM room_members m JOIN records d ON d.room_id = m.room_id AND d.id = ${p.recordId}
      JOIN record_comments c ON c.record_id = d.id AND c.id = ${p.lastId}
      WHERE m.user_id = ${p.userId} AND m.room_id = ${p.roomId} FOR KEY SHARE OF m, d
    ), place AS (
      INSERT INTO comment_places (user_id, room_id, record_id, comment_id, read_at)
      SELECT user_id, room_id, record_id, comment_id, ${p.at} FROM shown
      ON CONFLICT (record_id, user_id) DO UPDATE SET comment_id = excluded.comment_id, read_at = excluded.read_at
        WHERE comment_places.comment_id < excluded.comment_id
    ), floor AS (
      INSERT INTO comment_floors (user_id, room_id, from_id)
      SELECT m.user_id, m.room_id, least(new.first, ${p.settled}) FROM (SELECT m.*, ${FLOOR} AS floor FROM shown m OFFSET 0) m
      CROSS JOIN LATERAL (
        SELECT min(c.id) AS first FROM (${LOOKED_AT}) c
        WHERE NOT (c.record_id = m.record_id AND c.id <= m.comment_id) AND ${IS_NEW}) new
      WHERE true ${MOVE_FLOOR}
    )
    ${readMentionNotices(
      { ...p, now: p.at },
      `m.room_id = ${p.roomId} AND EXISTS (SELECT FROM shown) AND n.subject_id BETWEEN ${p.firstId} AND ${p.lastId}
      AND n.facts ->> 'recordId' = ${p.recordId}`,
    )}`,
});

/** Rows are locked in the order of the key, so that two browsers of one person do not deadlock. */
export const MARK_ALL_COMMENTS_READ = statement({
  name: "mark_all_comments_read",
  params: { userId: text, now: instant, newestId: text },
  row: { notificationId: present(bigint) },
  text: (p) => `
    WITH floors AS (
      INSERT INTO comment_floors (user_id, room_id, from_id)
      SELECT m.user_id, m.room_id, last.id || '~' FROM room_members m
      CROSS JOIN LATERAL (
        SELECT c.id FROM record_comments c
        WHERE ${newestOf("c.room_id", "c.id", { ownerId: "m.room_id", after: `${p.newestId} || '~'`, limit: "1" })}) last
      WHERE m.user_id = ${p.userId} AND last.id >= coalesce(${FLOOR}, '') ORDER BY m.user_id, m.room_id ${MOVE_FLOOR})
    ${readMentionNotices(p, `n.subject_id BETWEEN 'cmt_' AND ${p.newestId}`)}`,
});
