// SQL: an index of words, and bounded reads of the texts behind it.
import { isVisibleTo } from "../../access/access.sql";
import { isoText } from "../../db/pool";
import {
  boolean,
  instantText,
  limit,
  nullable,
  type Placeholders,
  statement,
  text,
  textArray,
} from "../../db/statement";

const HIT = {
  id: text,
  roomId: text,
  title: nullable(text),
  body: text,
  at: instantText,
  author: nullable(text),
  recordId: nullable(text),
  record: nullable(text),
};

interface Texts {
  kind: string;
  table: "messages" | "record_comments" | "records" | "tasks" | "files";
  body: string;
  isLive: string;
  authorId: string;
  title?: string;
  recordId?: string;
  hasFile?: string;
}

/** The rooms among the listed ones that the reader may see: a person's by their seats, or all of a billing entity. */
const seats = (p: Placeholders<"userId" | "entityId" | "roomIds">) => `
  (SELECT m.room_id FROM unnest(${p.roomIds}::text[]) AS listed(room_id)
   JOIN room_members m ON m.user_id = ${p.userId} AND m.room_id = listed.room_id
   JOIN rooms r ON r.id = m.room_id WHERE ${isVisibleTo(p.userId)}
   UNION ALL
   SELECT r.id FROM unnest(${p.roomIds}::text[]) AS listed(room_id)
   JOIN rooms r ON r.id = listed.room_id AND r.billing_entity_id = ${p.entityId} OFFSET 0) seat`;

type MatchParams = Placeholders<"letters" | "patterns" | "author" | "has">;

/** A pattern is slow, and so is normalizing: only texts that contain the letters need the one, few texts the other. */
const matches = (p: MatchParams, hasFile: string) => `
  (lower(s.body) LIKE ALL (${p.letters}::text[]) AND lower(s.body) ~ ALL (${p.patterns}::text[])
    OR octet_length(s.body) > length(s.body) AND s.body IS NOT NFKC NORMALIZED
      AND lower(normalize(s.body, NFKC)) ~ ALL (${p.patterns}::text[]))
  AND (${p.author}::text IS NULL OR EXISTS (
    SELECT FROM users u WHERE u.id = s.author_id AND (u.id = ${p.author} OR lower(u.email) = lower(${p.author})
      OR position(lower(${p.author}) IN lower(normalize(u.name, NFKC))) > 0)))
  AND (${p.has}::text IS NULL OR (${p.has} = 'file' AND ${hasFile}) OR (${p.has} = 'link' AND s.body ~* 'https?://'))`;

const PARAMS = {
  userId: nullable(text),
  entityId: nullable(text),
  roomIds: textArray,
  before: text,
  letters: textArray,
  patterns: textArray,
  first: text,
  author: nullable(text),
  has: nullable(text),
  limit,
};

function searchStatements({ kind, table, body, isLive, authorId, title, recordId, hasFile = "false" }: Texts) {
  const texts = `SELECT n.id, n.room_id, n.created_at, ${authorId} AS author_id, ${recordId ?? "NULL::text"} AS record_id,
      ${title ?? "NULL::text"} AS title, ${body} AS body FROM ${table} n WHERE ${isLive}`;
  const columns = (p: Placeholders<"first">) => `s.id, s.room_id AS "roomId", s.title,
      CASE WHEN length(s.body) <= 400 THEN s.body
        ELSE substr(s.body, greatest(1, position(lower(${p.first}) IN lower(s.body)) - 100), 400) END AS body,
      ${isoText("s.created_at")} AS at, a.name AS author, d.id AS "recordId", d.title AS record`;
  const names = "LEFT JOIN users a ON a.id = s.author_id LEFT JOIN records d ON d.id = s.record_id";
  const indexed = `coalesce((SELECT '${kind}_' || max(b.last) FROM search_blocks b WHERE b.kind = '${kind}'), '')`;
  return {
    /** The newest texts of each room, without those in blocks unless all are wanted, and the last one of a room that goes on. */
    newest: statement({
      name: `search_newest_${table}`,
      params: { ...PARAMS, scanned: limit, readsAll: boolean },
      row: { ...HIT, isHit: boolean, isEnd: boolean },
      text: (p) => `
        WITH scanned AS MATERIALIZED (
          SELECT t.* FROM ${seats(p)} CROSS JOIN LATERAL (
            SELECT l.*, row_number() OVER () = ${p.scanned} AS is_end FROM (
              ${texts} AND n.room_id = seat.room_id AND n.id < ${p.before}
                AND n.id > CASE WHEN ${p.readsAll} THEN '' ELSE ${indexed} END
              ORDER BY n.room_id DESC, n.id DESC LIMIT ${p.scanned}) l) t),
        looked AS (SELECT s.*, ${matches(p, hasFile)} AS is_hit FROM scanned s)
        SELECT ${columns(p)}, s.is_hit AS "isHit", s.is_end AS "isEnd"
        FROM ((SELECT * FROM looked WHERE is_hit ORDER BY id DESC LIMIT ${p.limit})
          UNION (SELECT * FROM looked WHERE is_end ORDER BY id DESC LIMIT 1)) s
        ${names} ORDER BY s.id DESC`,
    }),
    inBlocks: statement({
      name: `search_blocks_of_${table}`,
      params: { ...PARAMS, afterIds: textArray, lastIds: textArray },
      row: HIT,
      text: (p) => `
        SELECT ${columns(p)} FROM (
          SELECT t.* FROM unnest(${p.afterIds}::text[], ${p.lastIds}::text[]) AS block(after, last)
          CROSS JOIN LATERAL (
            ${texts} AND n.id > block.after AND n.id <= block.last AND n.id < ${p.before}
              AND n.room_id = ANY (ARRAY(SELECT seat.room_id FROM ${seats(p)})) OFFSET 0) t) s
        ${names} WHERE ${matches(p, hasFile)} ORDER BY s.id DESC LIMIT ${p.limit}`,
    }),
    /** The lock lets no edit pass between this read and the words that it leads to. */
    toIndex: statement({
      name: `read_${table}_to_index`,
      params: { after: text, until: text, limit },
      row: { id: text, roomId: text, body: text },
      text: (p) => `
        SELECT n.id, n.room_id AS "roomId", ${body} AS body FROM ${table} n
        WHERE n.id > ${p.after} AND n.id <= ${p.until} ORDER BY n.id LIMIT ${p.limit} FOR SHARE`,
    }),
  };
}

export const IN_MESSAGES = searchStatements({
  kind: "msg",
  table: "messages",
  body: "n.body",
  isLive: "n.deleted_at IS NULL",
  authorId: "n.author_id",
  hasFile: "EXISTS (SELECT FROM files f WHERE f.message_id = s.id AND f.state = 'READY')",
});

export const IN_COMMENTS = searchStatements({
  kind: "cmt",
  table: "record_comments",
  body: "n.body",
  isLive: "n.deleted_at IS NULL",
  authorId: "n.author_id",
  recordId: "n.record_id",
});

export const IN_RECORDS = searchStatements({
  kind: "rec",
  table: "records",
  body: "n.title || ' ' || n.content",
  isLive: "true",
  authorId: "n.created_by_id",
  title: "n.title",
  recordId: "n.id",
});

export const IN_TASKS = searchStatements({
  kind: "task",
  table: "tasks",
  body: "n.title || ' ' || coalesce(n.description, '')",
  isLive: "true",
  authorId: "n.created_by_id",
  title: "n.title",
  hasFile: "EXISTS (SELECT FROM files f WHERE f.task_id = s.id AND f.state = 'READY')",
});

export const IN_FILES = searchStatements({
  kind: "file",
  table: "files",
  body: "n.file_name",
  isLive: "n.state = 'READY'",
  authorId: "n.uploaded_by_id",
  title: "n.file_name",
  hasFile: "true",
});

/** The newest blocks of each kind as one, and whether there are no others. */
export const FIND_NEWEST_BLOCKS = statement({
  name: "find_newest_search_blocks",
  params: { kinds: textArray, before: text, limit },
  row: { kind: text, after: text, last: text, isAll: boolean },
  text: (p) => `
    SELECT wanted.kind, b.after, b.last, b.count < ${p.limit} AS "isAll" FROM unnest(${p.kinds}::text[]) AS wanted(kind)
    CROSS JOIN LATERAL (
      SELECT coalesce(min(newest.after), '') AS after, coalesce(max(newest.last), '') AS last, count(*) FROM (
        SELECT n.after, n.last FROM search_blocks n WHERE n.kind = wanted.kind AND n.after < ${p.before}
        ORDER BY n.kind DESC, n.last DESC LIMIT ${p.limit}) newest) b`,
});

/** The newest blocks that have the words in one of the rooms, or have no words at present. */
export const FIND_BLOCKS = statement({
  name: "find_search_blocks",
  params: {
    userId: nullable(text),
    entityId: nullable(text),
    roomIds: textArray,
    kinds: textArray,
    words: text,
    before: text,
    limit,
    withoutWords: limit,
  },
  row: { kind: text, after: text, last: text },
  text: (p) => `
    SELECT found.kind, found.after, found.last FROM (
      SELECT b.kind, b.after, b.last FROM unnest(${p.kinds}::text[]) AS wanted(kind)
      CROSS JOIN LATERAL (
        SELECT * FROM search_blocks n WHERE n.kind = wanted.kind AND n.words IS NULL AND n.after < ${p.before}
        ORDER BY n.kind DESC, n.last DESC LIMIT ${p.withoutWords}) b
      UNION ALL
      SELECT n.kind, n.after, n.last FROM search_blocks n
      WHERE n.words @@ ANY (ARRAY(SELECT replace(${p.words}, '#', right(seat.room_id, 8))::tsquery FROM ${seats(p)}))
        AND n.after < ${p.before}) found
    ORDER BY found.last DESC LIMIT ${p.limit}`,
});

export const FIND_LAST_BLOCK = statement({
  name: "find_last_search_block",
  params: { kind: text },
  row: { last: text },
  text: (p) => `SELECT last FROM search_blocks WHERE kind = ${p.kind} ORDER BY kind DESC, last DESC LIMIT 1`,
});

export const LIST_BLOCKS_WITHOUT_WORDS = statement({
  name: "list_search_blocks_without_words",
  params: { kind: text, limit },
  row: { after: text, last: text },
  text: (p) => `
    SELECT after, last FROM search_blocks WHERE kind = ${p.kind} AND words IS NULL ORDER BY kind, last LIMIT ${p.limit}`,
});

export const LOCK_BLOCKS = statement({
  name: "lock_search_blocks",
  params: { kind: text },
  row: {},
  text: (p) => `SELECT FROM pg_advisory_xact_lock(hashtextextended('svc.search-blocks:' || ${p.kind}, 0))`,
});

export const SAVE_BLOCK = statement({
  name: "save_search_block",
  params: { kind: text, after: text, last: text, words: textArray },
  row: {},
  text: (p) => `
    INSERT INTO search_blocks (kind, after, last, words)
    VALUES (${p.kind}, ${p.after}, ${p.last}, array_to_tsvector(${p.words}::text[]))
    ON CONFLICT (kind, last) DO UPDATE SET words = excluded.words`,
});

export const REMOVE_BLOCK = statement({
  name: "remove_search_block",
  params: { kind: text, last: text },
  row: {},
  text: (p) => `DELETE FROM search_blocks WHERE kind = ${p.kind} AND last = ${p.last}`,
});
