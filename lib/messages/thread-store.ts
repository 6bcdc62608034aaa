import type { RoomAccess } from "../access/store";
import { isoText, sql } from "../platform/db";
import { newestOf, type PageRequest, pageValues } from "../platform/page";
import type { QuotedMessage, ThreadMessage } from "./thread";

/** Length of the quote above a reply. */
const EXCERPT_LENGTH = 160;

const THREAD = `
  SELECT m.id, m.body, ${isoText("m.created_at")} AS "createdAt", m.author_id AS "authorId", a.name AS author,
    CASE WHEN q.id IS NULL THEN NULL
      ELSE json_build_object('id', q.id, 'author', qa.name, 'excerpt', left(q.body, ${EXCERPT_LENGTH})) END AS "replyTo"
  FROM messages m LEFT JOIN users a ON a.id = m.author_id
  LEFT JOIN messages q ON q.id = m.reply_to_message_id LEFT JOIN users qa ON qa.id = q.author_id`;

export function listThread({ roomId }: RoomAccess, page: PageRequest): Promise<ThreadMessage[]> {
  return sql("list_thread", `${THREAD} WHERE ${newestOf("m.room_id", "m.id")}`, pageValues(roomId, page));
}

/** Messages after the given one, oldest first: one more than `limit` if there are more. */
export function listThreadAfter({ roomId }: RoomAccess, messageId: string, limit: number): Promise<ThreadMessage[]> {
  return sql(
    "list_thread_after",
    `${THREAD} WHERE m.room_id <= $1 AND (m.room_id, m.id) > ($1, $2) ORDER BY m.room_id, m.id LIMIT $3`,
    [roomId, messageId, limit + 1],
  );
}

/** The message a reply quotes; null when it is not in this room. */
export async function readQuoted({ roomId }: RoomAccess, messageId: string): Promise<QuotedMessage | null> {
  const [quoted] = await sql<QuotedMessage>(
    "read_quoted_message",
    `SELECT m.id, a.name AS author, left(m.body, ${EXCERPT_LENGTH}) AS excerpt
     FROM messages m LEFT JOIN users a ON a.id = m.author_id WHERE m.id = $1 AND m.room_id = $2`,
    [messageId, roomId],
  );
  return quoted ?? null;
}
