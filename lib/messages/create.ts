import type { RoomAccess } from "../access/open-room";
import { readOrigin } from "../access/origin";
import type { SharedStatement } from "../db/statement";
import type { Transaction } from "../db/transaction";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import type { CreateMessage, MessageSummary } from "./message";
import { FIND_MESSAGE, FIND_POSTED_DRAFT, INSERT_MESSAGES } from "./messages.sql";

/**
 * `draftId` is the browser's key for a draft, so a resend after a lost response posts nothing twice. A changed text under
 * the same key becomes its own message, so that no text is lost.
 */
export async function createMessage(
  tx: Transaction,
  access: RoomAccess,
  authorId: string,
  input: CreateMessage,
  draftId = "",
): Promise<MessageSummary> {
  const { roomId } = access;
  const { body, replyToMessageId = null } = input;
  if (replyToMessageId !== null) await requireMessage(tx, access, replyToMessageId);
  const draft = [roomId, authorId, draftId, body, replyToMessageId];
  const draftKey = draftId === "" ? null : sha256(JSON.stringify(draft));
  const [id, createdAt] = [newId("msg"), now()];
  const { viaId, viaRequestId } = readOrigin(tx);
  const written = { id, roomId, authorId, body, replyToMessageId, draftKey, createdAt, viaId, viaRequestId };
  const message = await tx.shared(insertMessages, written);
  if (!message) return readPosted(tx, draftKey);
  recordEvent(tx, access, { type: "message.created", objectId: id, v1Data: null });
  return message;
}

interface NewMessage {
  id: string;
  roomId: string;
  authorId: string;
  body: string;
  replyToMessageId: string | null;
  draftKey: Buffer | null;
  createdAt: Date;
  viaId: string | null;
  viaRequestId: string | null;
}

const insertMessages: SharedStatement<NewMessage, MessageSummary | null> = {
  name: "insert_messages",
  run: async (query, messages) => {
    const rows = await query(INSERT_MESSAGES, {
      ids: messages.map(({ id }) => id),
      roomIds: messages.map(({ roomId }) => roomId),
      authorIds: messages.map(({ authorId }) => authorId),
      bodies: messages.map(({ body }) => body),
      replyToIds: messages.map(({ replyToMessageId }) => replyToMessageId),
      draftKeys: messages.map(({ draftKey }) => draftKey),
      ats: messages.map(({ createdAt }) => createdAt),
      viaIds: messages.map(({ viaId }) => viaId),
      viaRequestIds: messages.map(({ viaRequestId }) => viaRequestId),
    });
    const written = new Map(rows.map((row) => [row.id, row]));
    return messages.map(({ id }) => written.get(id) ?? null);
  },
};

async function readPosted(tx: Transaction, draftKey: Buffer | null): Promise<MessageSummary> {
  const [message] = await tx.query(FIND_POSTED_DRAFT, { draftKey });
  if (!message) throw new Error("A message was not written.");
  return message;
}

async function requireMessage(tx: Transaction, { roomId }: RoomAccess, messageId: string): Promise<void> {
  const rows = isId("msg", messageId) ? await tx.query(FIND_MESSAGE, { messageId, roomId }) : [];
  if (rows.length === 0) throw invalid([{ path: "replyToMessageId", message: "is not a message of this room" }]);
}
