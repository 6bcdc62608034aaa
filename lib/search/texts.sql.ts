// SQL: bounded scans of normalized texts.
import { isVisibleTo } from "../access/access.sql";
import { newestOf } from "../db/page";
import { isoText } from "../db/pool";
import { boolean, instantText, limit, nullable, type Placeholders, statement, text, textArray } from "../db/statement";

/**
 * A plain scan of a bounded number of texts finds words of two characters and languages without spaces, and needs no work
 * when a text is written. Few texts need normalizing.
 */
const matches = (p: { patterns: string }) =>
  `(CASE WHEN s.body IS NFKC NORMALIZED THEN s.body ELSE normalize(s.body, NFKC) END) ILIKE ALL (${p.patterns}::text[])`;

const HIT = {
  id: text,
  roomId: text,
  body: text,
  at: instantText,
  author: nullable(text),
  recordId: nullable(text),
  record: nullable(text),
};

const COLUMNS = `s.id, s.room_id AS "roomId", s.body, ${isoText("s.created_at")} AS at, u.name AS author,
      d.id AS "recordId", d.title AS record`;
const NAMES = "LEFT JOIN users u ON u.id = s.author_id LEFT JOIN records d ON d.id = s.record_id";

type NewestQuery = Placeholders<"ownerId" | "after" | "limit">;

interface Texts {
  table: "messages" | "record_comments" | "records";
  body: string;
  authorId: string;
  recordId: string;
  where: string;
  newest: (query: NewestQuery) => string;
}

/**
 * Comments and records have a second index that begins with the room. Beside a range over both columns, the planner finds
 * that index and a sort equally cheap and reads the whole room.
 */
const newestOfEqual = ({ ownerId, after, limit }: NewestQuery) =>
  `n.room_id = ${ownerId} AND n.id < ${after} ORDER BY n.room_id DESC, n.id DESC LIMIT ${limit}`;

function searchStatements({ table, body, authorId, recordId, where, newest }: Texts) {
  const texts = `SELECT n.id, n.room_id, ${body} AS body, n.created_at, ${authorId} AS author_id, ${recordId} AS record_id
      FROM ${table} n WHERE ${where}`;
  return {
    /** Returns the hits with the last text scanned unless it was the room's first. */
    inRoom: statement({
      name: `search_room_${table}`,
      params: { roomId: text, after: text, patterns: textArray, scannedMax: limit, limit },
      row: { ...HIT, isHit: boolean, isLast: boolean },
      text: (p) => `
        WITH scanned AS MATERIALIZED (${texts} ${newest({ ownerId: p.roomId, after: p.after, limit: p.scannedMax })}),
        looked AS (SELECT s.*, ${matches(p)} AS is_hit, row_number() OVER (ORDER BY s.id DESC) = ${p.scannedMax} AS is_last FROM scanned s)
        SELECT ${COLUMNS}, s.is_hit AS "isHit", s.is_last AS "isLast"
        FROM ((SELECT * FROM looked WHERE is_hit ORDER BY id DESC LIMIT ${p.limit}) UNION SELECT * FROM looked WHERE is_last) s
        ${NAMES} ORDER BY s.id DESC`,
    }),
    inRooms: statement({
      name: `search_rooms_${table}`,
      params: { userId: text, roomsMax: limit, patterns: textArray, scannedMax: limit, limit },
      row: HIT,
      text: (p) => `
        SELECT ${COLUMNS} FROM (
          SELECT m.room_id FROM room_members m JOIN rooms r ON r.id = m.room_id
          WHERE m.user_id = ${p.userId} AND ${isVisibleTo(p.userId)} ORDER BY m.user_id DESC, m.room_id DESC LIMIT ${p.roomsMax}) seat
        CROSS JOIN LATERAL (
          ${texts} ${newest({ ownerId: "seat.room_id", after: "'~'", limit: p.scannedMax })}) s
        ${NAMES} WHERE ${matches(p)} ORDER BY s.id DESC LIMIT ${p.limit}`,
    }),
  };
}

export const IN_MESSAGES = searchStatements({
  table: "messages",
  body: "n.body",
  authorId: "n.author_id",
  recordId: "NULL::text",
  where: "n.deleted_at IS NULL AND",
  newest: (query) => newestOf("n.room_id", "n.id", query),
});

export const IN_COMMENTS = searchStatements({
  table: "record_comments",
  body: "n.body",
  authorId: "n.author_id",
  recordId: "n.record_id",
  where: "n.deleted_at IS NULL AND",
  newest: newestOfEqual,
});

/** Only titles are searched: texts of records are long, and reading so many would take a second. */
export const IN_RECORDS = searchStatements({
  table: "records",
  body: "n.title",
  authorId: "n.created_by_id",
  recordId: "n.id",
  where: "",
  newest: newestOfEqual,
});
