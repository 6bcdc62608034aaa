// SQL: bounded scans of normalized texts.
import { isVisibleTo } from "../access/access.sql";
import { newestOf } from "../db/page";
import { isoText } from "../db/pool";
import { boolean, instantText, limit, nullable, statement, text, textArray } from "../db/statement";

/**
 * A plain scan of a bounded number of texts finds words of two characters and languages without spaces, and needs no work
 * when a text is written. Few texts need normalizing.
 */
const MATCHES = `(CASE WHEN s.body IS NFKC NORMALIZED THEN s.body ELSE normalize(s.body, NFKC) END) ILIKE ALL ($3::text[])`;

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

interface NewestQuery {
  owner: string;
  after: string;
  limit: string;
}

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
const newestOfEqual = ({ owner, after, limit }: NewestQuery) =>
  `n.room_id = ${owner} AND n.id < ${after} ORDER BY n.room_id DESC, n.id DESC LIMIT ${limit}`;

function searchStatements({ table, body, authorId, recordId, where, newest }: Texts) {
  const texts = `SELECT n.id, n.room_id, ${body} AS body, n.created_at, ${authorId} AS author_id, ${recordId} AS record_id
      FROM ${table} n WHERE ${where}`;
  return {
    /** $4 texts are scanned and $5 returned, with the last one scanned unless it was the room's first. */
    inRoom: statement({
      name: `search_room_${table}`,
      params: [text, text, textArray, limit, limit],
      row: { ...HIT, isHit: boolean, isLast: boolean },
      text: `
        WITH scanned AS MATERIALIZED (${texts} ${newest({ owner: "$1", after: "$2", limit: "$4" })}),
        looked AS (SELECT s.*, ${MATCHES} AS is_hit, row_number() OVER (ORDER BY s.id DESC) = $4 AS is_last FROM scanned s)
        SELECT ${COLUMNS}, s.is_hit AS "isHit", s.is_last AS "isLast"
        FROM ((SELECT * FROM looked WHERE is_hit ORDER BY id DESC LIMIT $5) UNION SELECT * FROM looked WHERE is_last) s
        ${NAMES} ORDER BY s.id DESC`,
    }),
    inRooms: statement({
      name: `search_rooms_${table}`,
      params: [text, limit, textArray, limit, limit],
      row: HIT,
      text: `
        SELECT ${COLUMNS} FROM (
          SELECT m.room_id FROM room_members m JOIN rooms r ON r.id = m.room_id
          WHERE m.user_id = $1 AND ${isVisibleTo("$1")} ORDER BY m.user_id DESC, m.room_id DESC LIMIT $2) seat
        CROSS JOIN LATERAL (
          ${texts} ${newest({ owner: "seat.room_id", after: "'~'", limit: "$4" })}) s
        ${NAMES} WHERE ${MATCHES} ORDER BY s.id DESC LIMIT $5`,
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
