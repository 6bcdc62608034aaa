import { isVisibleTo } from "../access/access.sql";
import { boolean, column, instant, limit, statement, text, textArray } from "../platform/statement";

const IS_SEEN_BY = (userId: string) => `s.room_id = r.id AND ${isVisibleTo(userId)}`;

/**
 * People of the room whose name follows an @ in one of these messages; the text decides which of them it means. The messages
 * stay as they are until the transaction ends, so that an edit never gets the mentions of the text before it.
 */
export const LIST_NAMED_PEOPLE = statement({
  name: "list_named_people",
  params: [textArray],
  row: { messageId: text, roomId: text, body: text, at: instant, userId: text, typed: text },
  text: `
    SELECT m.id AS "messageId", m.room_id AS "roomId", m.body, m.updated_at AS at, u.id AS "userId", u.name AS typed
    FROM messages m JOIN rooms r ON r.id = m.room_id
    JOIN room_members s ON ${IS_SEEN_BY("s.user_id")} JOIN users u ON u.id = s.user_id
    WHERE m.id = ANY($1) AND m.deleted_at IS NULL AND u.id IS DISTINCT FROM m.author_id
      AND position('@' || lower(u.name) IN lower(replace(m.body, '＠', '@'))) > 0
    ORDER BY m.id, u.id FOR SHARE OF m`,
});

/** A name that the person has changed since is the one that the text has now. */
export const KEEP_MENTIONS = statement({
  name: "keep_mentions",
  params: [column(text), column(text), column(text), column(text), column(instant)],
  row: { messageId: text, roomId: text },
  text: `
    INSERT INTO message_mentions (message_id, user_id, room_id, name, created_at)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS n(message, person, room, typed, at)
    ORDER BY 1, 2
    ON CONFLICT (message_id, user_id) DO UPDATE SET name = excluded.name WHERE message_mentions.name <> excluded.name
    RETURNING message_id AS "messageId", room_id AS "roomId"`,
});

/** Of the message $1, all but those of the people $2. */
export const FORGET_MENTIONS = statement({
  name: "forget_mentions",
  params: [text, textArray],
  row: { userId: text },
  text: `DELETE FROM message_mentions WHERE message_id = $1 AND user_id <> ALL($2) RETURNING user_id AS "userId"`,
});

export const LIST_MENTIONS = statement({
  name: "list_mentions",
  params: [textArray],
  row: { messageId: text, userId: text, typed: text, name: text },
  text: `
    SELECT n.message_id AS "messageId", n.user_id AS "userId", n.name AS typed, u.name
    FROM message_mentions n JOIN users u ON u.id = n.user_id WHERE n.message_id = ANY($1) ORDER BY n.message_id, u.name, u.id`,
});

/** People of the room $1 whose name contains $3: first those whose name begins with $4. Never the reader $2. */
export const LIST_MENTIONABLE = statement({
  name: "list_mentionable",
  params: [text, text, text, text, limit],
  row: { userId: text, name: text },
  text: `
    SELECT u.id AS "userId", u.name FROM rooms r JOIN room_members s ON ${IS_SEEN_BY("s.user_id")}
    JOIN users u ON u.id = s.user_id
    WHERE r.id = $1 AND u.id <> $2 AND u.name ILIKE $3 ORDER BY u.name ILIKE $4 DESC, u.name, u.id LIMIT $5`,
});

export const FIND_MENTION_SCAN = statement({
  name: "find_mention_scan",
  params: [],
  row: { messageId: text },
  text: `SELECT message_id AS "messageId" FROM mention_scans WHERE id = 1`,
});

/** A scan only moves on, whichever process ends first. */
export const MOVE_MENTION_SCAN = statement({
  name: "move_mention_scan",
  params: [text],
  row: {},
  text: `
    INSERT INTO mention_scans (id, message_id) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET message_id = greatest(mention_scans.message_id, excluded.message_id)`,
});

/** Of the next $2 messages after $1 those with an @, and the last one if there may be more. Ids are in the order of time. */
export const SCAN_FOR_MENTIONS = statement({
  name: "scan_for_mentions",
  params: [text, limit],
  row: { id: text, hasMark: boolean, isLast: boolean },
  text: `
    SELECT n.id, n.has_mark AS "hasMark", n.is_last AS "isLast" FROM (
      SELECT m.id, m.body LIKE '%@%' OR m.body LIKE '%＠%' AS has_mark, row_number() OVER (ORDER BY m.id) = $2 AS is_last
      FROM (SELECT id, body FROM messages WHERE id > $1 ORDER BY id LIMIT $2) m) n
    WHERE n.has_mark OR n.is_last ORDER BY n.id`,
});

/** As `noteChange` of changes.sql.ts, for messages whose text is as it was. Two changes never have the same time. */
export const NOTE_MESSAGE_CHANGES = statement({
  name: "note_message_changes",
  params: [column(text), column(text), instant],
  row: { messageId: text, roomId: text, at: instant },
  text: `
    INSERT INTO message_changes (message_id, room_id, changed_at)
    SELECT n.message, n.room, $3::timestamptz FROM unnest($1::text[], $2::text[]) AS n(message, room) ORDER BY 1
    ON CONFLICT (message_id) DO UPDATE
      SET changed_at = greatest(excluded.changed_at, message_changes.changed_at + interval '1 millisecond')
    RETURNING message_id AS "messageId", room_id AS "roomId", changed_at AS at`,
});
