import type { RoomAccess } from "../access/store";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { isoText, type Transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { CreateMessage, MessageSummary } from "./message";

const COLUMNS = `id, room_id AS "roomId", author_id AS "authorId", body,
  ${isoText("created_at")} AS "createdAt", ${isoText("updated_at")} AS "updatedAt"`;

const MESSAGES = { name: "list_messages", select: `SELECT ${COLUMNS} FROM messages WHERE`, owner: "room_id", id: "id" };

export function listMessages({ roomId }: RoomAccess, page: PageRequest): Promise<MessageSummary[]> {
  return readPage(MESSAGES, roomId, page);
}

/**
 * `draftId` is the browser's key for a draft. A resend with the same key and text, after a lost response, posts the
 * message once. Another text under the same key becomes its own message, so that no text is dropped.
 */
export async function createMessage(
  tx: Transaction,
  access: RoomAccess,
  authorId: string,
  { body, replyToMessageId }: CreateMessage,
  draftId = "",
): Promise<MessageSummary> {
  const { roomId } = access;
  if (replyToMessageId !== undefined) await requireMessage(tx, access, replyToMessageId);
  const draftKey =
    draftId === "" ? null : sha256(JSON.stringify([roomId, authorId, draftId, body, replyToMessageId ?? null]));
  const [message] = await tx.sql<MessageSummary>(
    "create_message",
    `INSERT INTO messages (id, room_id, author_id, body, reply_to_message_id, draft_key, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
     ON CONFLICT (draft_key) WHERE draft_key IS NOT NULL DO NOTHING RETURNING ${COLUMNS}`,
    [newId("msg"), roomId, authorId, body, replyToMessageId ?? null, draftKey, now()],
  );
  if (!message) return readPosted(tx, draftKey);
  recordEvent(tx, access, { type: "message.created", objectId: message.id, v1Data: null });
  return message;
}

async function readPosted(tx: Transaction, draftKey: Buffer | null): Promise<MessageSummary> {
  const [message] = await tx.sql<MessageSummary>(
    "read_posted_draft",
    `SELECT ${COLUMNS} FROM messages WHERE draft_key = $1`,
    [draftKey],
  );
  if (!message) throw new Error("A message was not written.");
  return message;
}

async function requireMessage(tx: Transaction, { roomId }: RoomAccess, messageId: string): Promise<void> {
  const rows = isId("msg", messageId)
    ? await tx.sql("find_message", "SELECT 1 FROM messages WHERE id = $1 AND room_id = $2", [messageId, roomId])
    : [];
  if (rows.length === 0) throw invalid([{ path: "replyToMessageId", message: "is not a message of this room" }]);
}
