import { isVisibleTo } from "../access/access.sql";
import { newestOf } from "../platform/page";
import { isoText } from "../platform/pool";
import { boolean, instantText, limit, nullable, statement, text, textArray } from "../platform/statement";

/**
 * Every term is somewhere in the text, in any case and width of letters. A plain scan of a bounded number of messages finds
 * words of two characters and of languages without spaces, and costs a new message nothing. Few texts need normalizing.
 */
const MATCHES = `(CASE WHEN s.body IS NFKC NORMALIZED THEN s.body ELSE normalize(s.body, NFKC) END) ILIKE ALL ($3::text[])`;

const HIT = {
  id: text,
  roomId: text,
  body: text,
  at: instantText,
  author: nullable(text),
};

const COLUMNS = `s.id, s.room_id AS "roomId", s.body, ${isoText("s.created_at")} AS at, u.name AS author`;

/**
 * Messages of the room $1 older than $2: $4 are looked at, $5 found. With the last one that was looked at, if it was not the
 * room's first.
 */
export const SEARCH_ROOM = statement({
  name: "search_room_messages",
  params: [text, text, textArray, limit, limit],
  row: { ...HIT, isHit: boolean, isLast: boolean },
  text: `
    WITH scanned AS MATERIALIZED (
      SELECT m.id, m.room_id, m.body, m.created_at, m.author_id FROM messages m
      WHERE m.deleted_at IS NULL AND ${newestOf("m.room_id", "m.id", { owner: "$1", after: "$2", limit: "$4" })}
    ), looked AS (SELECT s.*, ${MATCHES} AS is_hit, row_number() OVER (ORDER BY s.id DESC) = $4 AS is_last FROM scanned s)
    SELECT ${COLUMNS}, s.is_hit AS "isHit", s.is_last AS "isLast"
    FROM ((SELECT * FROM looked WHERE is_hit ORDER BY id DESC LIMIT $5) UNION SELECT * FROM looked WHERE is_last) s
    LEFT JOIN users u ON u.id = s.author_id ORDER BY s.id DESC`,
});

/** In the rooms of `LIST_WORKSPACE_ROOMS`: the newest $4 of each are looked at. */
export const SEARCH_ROOMS = statement({
  name: "search_rooms_messages",
  params: [text, limit, textArray, limit, limit],
  row: HIT,
  text: `
    SELECT ${COLUMNS} FROM (
      SELECT m.room_id FROM room_members m JOIN rooms r ON r.id = m.room_id
      WHERE m.user_id = $1 AND ${isVisibleTo("$1")} ORDER BY m.user_id DESC, m.room_id DESC LIMIT $2) seat
    CROSS JOIN LATERAL (
      SELECT n.id, n.room_id, n.body, n.created_at, n.author_id FROM messages n
      WHERE n.deleted_at IS NULL
        AND ${newestOf("n.room_id", "n.id", { owner: "seat.room_id", after: "'~'", limit: "$4" })}) s
    LEFT JOIN users u ON u.id = s.author_id
    WHERE ${MATCHES} ORDER BY s.id DESC LIMIT $5`,
});
