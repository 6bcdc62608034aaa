// SQL: one shape for two tables, with bulk upserts and a lock.
import { isVisibleTo } from "../access/access.sql";
import { MEMBER_ROLE } from "../access/roles";
import { boolean, column, instant, limit, statement, text, textArray } from "../db/statement";
import { EVERYONE } from "./mention";

const EVERYONE_NAME = `@${EVERYONE}`;
const IS_SEEN_BY = (userId: string) => `s.room_id = r.id AND ${isVisibleTo(userId)}`;

function mentionStatements(kind: "message" | "comment", texts: "messages" | "record_comments") {
  const [mentions, textId] = [`${kind}_mentions`, `${kind}_id`];
  return {
    /**
     * Finds candidates by name; the text decides which of them it mentions. The author stands for everyone, unless they are a
     * guest. FOR SHARE keeps an edit from getting the mentions of the text before it.
     */
    listNamed: statement({
      name: `list_named_people_of_${texts}`,
      params: { textIds: textArray },
      row: { textId: text, roomId: text, body: text, at: instant, userId: text, typed: text, isEveryone: boolean },
      text: (p) => `
        SELECT t.id AS "textId", t.room_id AS "roomId", t.body, t.updated_at AS at, u.id AS "userId", n.typed, n.is_everyone AS "isEveryone"
        FROM ${texts} t JOIN rooms r ON r.id = t.room_id
        JOIN room_members s ON ${IS_SEEN_BY("s.user_id")} JOIN users u ON u.id = s.user_id
        CROSS JOIN LATERAL (SELECT s.user_id IS NOT DISTINCT FROM t.author_id AS is_everyone,
          CASE WHEN s.user_id IS NOT DISTINCT FROM t.author_id THEN '${EVERYONE}' ELSE u.name END AS typed) n
        WHERE t.id = ANY(${p.textIds}) AND t.deleted_at IS NULL AND (NOT n.is_everyone OR s.role >= ${MEMBER_ROLE})
          AND position('@' || lower(n.typed) IN lower(replace(t.body, '＠', '@'))) > 0
        ORDER BY t.id, u.id FOR SHARE OF t`,
    }),

    keep: statement({
      name: `keep_${mentions}`,
      params: {
        textIds: column(text),
        userIds: column(text),
        roomIds: column(text),
        names: column(text),
        ats: column(instant),
      },
      row: { textId: text, roomId: text },
      text: (p) => `
        INSERT INTO ${mentions} (${textId}, user_id, room_id, name, created_at)
        SELECT * FROM unnest(${p.textIds}::text[], ${p.userIds}::text[], ${p.roomIds}::text[], ${p.names}::text[], ${p.ats}::timestamptz[]) AS n(text, person, room, typed, at)
        ORDER BY 1, 2
        ON CONFLICT (${textId}, user_id) DO UPDATE SET name = excluded.name WHERE ${mentions}.name <> excluded.name
        RETURNING ${textId} AS "textId", room_id AS "roomId"`,
    }),

    keepEveryone: statement({
      name: `keep_everyone_of_${texts}`,
      params: { textIds: textArray },
      row: { textId: text, roomId: text },
      text: (p) => `
        WITH kept AS (
          INSERT INTO ${mentions} (${textId}, user_id, room_id, name, created_at)
          SELECT t.id, s.user_id, t.room_id, '${EVERYONE_NAME}', t.updated_at
          FROM ${texts} t JOIN rooms r ON r.id = t.room_id JOIN room_members s ON ${IS_SEEN_BY("s.user_id")}
          WHERE t.id = ANY(${p.textIds}) AND s.user_id IS DISTINCT FROM t.author_id AND s.created_at <= t.updated_at
          ORDER BY 1, 2 ON CONFLICT DO NOTHING RETURNING ${textId}, room_id)
        SELECT DISTINCT ${textId} AS "textId", room_id AS "roomId" FROM kept`,
    }),

    forget: statement({
      name: `forget_${mentions}`,
      params: { textId: text, keptUserIds: textArray, isEveryoneKept: boolean },
      row: { userId: text },
      text: (p) => `
        DELETE FROM ${mentions} WHERE ${textId} = ${p.textId} AND user_id <> ALL(${p.keptUserIds})
          AND NOT (${p.isEveryoneKept} AND name = '${EVERYONE_NAME}') RETURNING user_id AS "userId"`,
    }),

    list: statement({
      name: `list_${mentions}`,
      params: { textIds: textArray },
      row: { textId: text, userId: text, typed: text, name: text },
      text: (p) => `
        SELECT n.${textId} AS "textId", n.user_id AS "userId", n.name AS typed, u.name
        FROM ${mentions} n JOIN users u ON u.id = n.user_id WHERE n.${textId} = ANY(${p.textIds}) AND n.name <> '${EVERYONE_NAME}'
        UNION ALL SELECT t.id, '', '${EVERYONE}', '${EVERYONE}' FROM unnest(${p.textIds}::text[]) AS t(id)
        WHERE EXISTS (SELECT FROM ${mentions} n WHERE n.${textId} = t.id AND n.name = '${EVERYONE_NAME}')
        ORDER BY "textId", name, "userId"`,
    }),
  };
}

export const OF_MESSAGES = mentionStatements("message", "messages");
export const OF_COMMENTS = mentionStatements("comment", "record_comments");
export type MentionStatements = typeof OF_MESSAGES;

export const LIST_MENTIONABLE = statement({
  name: "list_mentionable",
  params: { roomId: text, readerId: text, contains: text, startsWith: text, limit },
  row: { userId: text, name: text },
  text: (p) => `
    SELECT u.id AS "userId", u.name FROM rooms r JOIN room_members s ON ${IS_SEEN_BY("s.user_id")}
    JOIN users u ON u.id = s.user_id
    WHERE r.id = ${p.roomId} AND u.id <> ${p.readerId} AND u.name ILIKE ${p.contains} ORDER BY u.name ILIKE ${p.startsWith} DESC, u.name, u.id LIMIT ${p.limit}`,
});
