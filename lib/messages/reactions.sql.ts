// SQL: opening a room counts and names reactions in one query.
import { boolean, integer, json, nullable, statement, text, textArray } from "../db/statement";

const NAMED_MAX = 10;

export const LIST_REACTIONS = statement({
  name: "list_reactions",
  params: { messageIds: textArray, readerId: text },
  row: { messageId: text, emoji: text, count: integer, isOwn: boolean, others: nullable(json<string[]>("json")) },
  text: (p) => `
    SELECT r.message_id AS "messageId", r.emoji, r.count, r.is_own AS "isOwn", first.names AS others
    FROM (
      SELECT message_id, emoji, count(*)::int AS count, bool_or(user_id = ${p.readerId}) AS is_own, min(created_at) AS since
      FROM message_reactions WHERE message_id = ANY(${p.messageIds}) GROUP BY message_id, emoji) r
    CROSS JOIN LATERAL (
      SELECT json_agg(n.name ORDER BY n.created_at, n.user_id) AS names FROM (
        SELECT u.name, o.created_at, o.user_id FROM message_reactions o JOIN users u ON u.id = o.user_id
        WHERE o.message_id = r.message_id AND o.emoji = r.emoji AND o.user_id <> ${p.readerId}
        ORDER BY o.created_at, o.user_id LIMIT ${NAMED_MAX}) n) first
    ORDER BY r.message_id, r.since, r.emoji`,
});
