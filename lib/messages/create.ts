import type { RoomAccess } from "../access/open-room";
import { readOrigin } from "../access/origin";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import type { Transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import type { CreateMessage, MessageSummary } from "./message";
import { FIND_MESSAGE, FIND_POSTED_DRAFT, INSERT_MESSAGE } from "./messages.sql";

/**
 * `draftId` is the browser's key for a draft. A resend with the same key and text, after a lost response, posts the
 * message once. Another text under the same key becomes its own message, so that no text is dropped.
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
  const id = newId("msg");
  const [message] = await tx.query(INSERT_MESSAGE, [
    id,
    roomId,
    authorId,
    body,
    replyToMessageId,
    draftKey,
    now(),
    ...readOrigin(tx),
  ]);
  if (!message) return readPosted(tx, draftKey);
  recordEvent(tx, access, { type: "message.created", objectId: id, v1Data: null });
  return message;
}

async function readPosted(tx: Transaction, draftKey: Buffer | null): Promise<MessageSummary> {
  const [message] = await tx.query(FIND_POSTED_DRAFT, [draftKey]);
  if (!message) throw new Error("A message was not written.");
  return message;
}

async function requireMessage(tx: Transaction, { roomId }: RoomAccess, messageId: string): Promise<void> {
  const rows = isId("msg", messageId) ? await tx.query(FIND_MESSAGE, [messageId, roomId]) : [];
  if (rows.length === 0) throw invalid([{ path: "replyToMessageId", message: "is not a message of this room" }]);
}
