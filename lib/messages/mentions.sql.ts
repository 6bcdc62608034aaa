// SQL: bulk upserts; every process scans each minute.
import { bigint, boolean, column, instant, limit, statement, text } from "../db/statement";

export const FIND_MENTION_SCAN = statement({
  name: "find_mention_scan",
  row: { messageId: text },
  text: `SELECT message_id AS "messageId" FROM mention_scans WHERE id = 1`,
});

export const MOVE_MENTION_SCAN = statement({
  name: "move_mention_scan",
  params: { messageId: text },
  row: {},
  text: (p) => `
    INSERT INTO mention_scans (id, message_id) VALUES (1, ${p.messageId})
    ON CONFLICT (id) DO UPDATE SET message_id = greatest(mention_scans.message_id, excluded.message_id)`,
});

export const SCAN_FOR_MENTIONS = statement({
  name: "scan_for_mentions",
  params: { messageId: text, limit },
  row: { id: text, hasMark: boolean, isLast: boolean },
  text: (p) => `
    SELECT n.id, n.has_mark AS "hasMark", n.is_last AS "isLast" FROM (
      SELECT m.id, m.body LIKE '%@%' OR m.body LIKE '%＠%' AS has_mark, row_number() OVER (ORDER BY m.id) = ${p.limit} AS is_last
      FROM (SELECT id, body FROM messages WHERE id > ${p.messageId} ORDER BY id LIMIT ${p.limit}) m) n
    WHERE n.has_mark OR n.is_last ORDER BY n.id`,
});

/** Each change of a message gets a later time, because the time is part of the change's id. */
export const RECORD_MESSAGE_CHANGES = statement({
  name: "record_message_changes",
  params: { messageIds: column(text), roomIds: column(text), now: instant },
  row: { messageId: text, roomId: text, at: instant },
  text: (p) => `
    INSERT INTO message_changes (message_id, room_id, changed_at)
    SELECT n.message, n.room, ${p.now}::timestamptz FROM unnest(${p.messageIds}::text[], ${p.roomIds}::text[]) AS n(message, room) ORDER BY 1
    ON CONFLICT (message_id) DO UPDATE
      SET changed_at = greatest(excluded.changed_at, message_changes.changed_at + interval '1 millisecond')
    RETURNING message_id AS "messageId", room_id AS "roomId", changed_at AS at`,
});

/**
 * Writes one row for all who want to know of each message: readers look up whether they are among them. A room without
 * such people costs a lookup.
 */
export const RAISE_POSTED = statement({
  name: "raise_message_posted",
  params: { after: text, upTo: text },
  row: { id: bigint },
  text: (p) => `
    INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at)
    SELECT 'message.posted:' || m.id, 'message.posted', 'all:' || m.room_id, m.id,
      jsonb_build_object('by', a.name, 'byId', m.author_id, 'roomId', r.id, 'room', CASE WHEN r.room_type = 0 THEN r.name END), m.created_at
    FROM messages m JOIN rooms r ON r.id = m.room_id LEFT JOIN users a ON a.id = m.author_id
    WHERE m.id > ${p.after} AND m.id <= ${p.upTo} AND m.deleted_at IS NULL
      AND EXISTS (SELECT FROM read_places p WHERE p.room_id = m.room_id AND p.level = 'ALL')
      AND NOT EXISTS (SELECT FROM notifications n WHERE n.key = 'message.posted:' || m.id)
    ORDER BY m.id ON CONFLICT (key) DO NOTHING RETURNING id`,
});
