import type { Caller } from "../access/caller";
import { query } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { AGENT_CONTEXT_MAX_LENGTH, AGENT_CONTEXT_MESSAGES_MAX } from "../platform/limits";
import { prisma } from "../platform/prisma";
import { FIND_ALLOWED_ROOM, FIND_RECORD_ROOM, FIND_THREAD_ROOT, READ_CONVERSATION } from "./context.sql";
import type { RunnableConnector } from "./open-connector";
import type { PromptMessage, PromptRecord } from "./prompt";

/** §4: the allowlist, of normal rooms alone. */
export async function isRoomAllowed({ id }: RunnableConnector, roomId: string): Promise<boolean> {
  return (await query(FIND_ALLOWED_ROOM, [id, roomId])).length > 0;
}

/** The caller must open the room before this person may learn of the record. */
export async function findRecordRoom(recordId: string): Promise<{ roomId: string; isTranscript: boolean } | null> {
  const [record] = isId("rec", recordId) ? await query(FIND_RECORD_ROOM, [recordId]) : [];
  return record ?? null;
}

/** §4 rule 5: the consent in the person's settings. */
export async function sendsTranscripts({ actor }: Caller): Promise<boolean> {
  if (actor.userId === null) return false;
  const where = { id: actor.userId, sendsTranscripts: true };
  return (await prisma().user.findFirst({ where, select: { id: true } })) !== null;
}

export async function hasBoard(roomId: string): Promise<boolean> {
  return (await prisma().board.findFirst({ where: { roomId }, select: { id: true } })) !== null;
}

export async function readRecordText(roomId: string, recordId: string): Promise<PromptRecord> {
  const where = { id: recordId, roomId };
  const record = await prisma().record.findFirst({ where, select: { title: true, content: true } });
  if (!record) throw notFound();
  return record;
}

export interface Conversation {
  /** Oldest first. */
  messages: (PromptMessage & { id: string })[];
  /** The first message of the newest message's thread; null: it is in none. */
  rootMessageId: string | null;
}

/** The newest messages of a room that fit into a prompt. */
export async function readConversation(roomId: string): Promise<Conversation> {
  const newest = await query(READ_CONVERSATION, [roomId, AGENT_CONTEXT_MESSAGES_MAX]);
  let length = 0;
  const tooMany = newest.findIndex(({ body }) => {
    length += body.length;
    return length > AGENT_CONTEXT_MAX_LENGTH;
  });
  const [last] = newest;
  const [root] = last ? await query(FIND_THREAD_ROOT, [last.id]) : [];
  return {
    messages: newest.slice(0, tooMany === -1 ? newest.length : tooMany).toReversed(),
    rootMessageId: root?.id ?? null,
  };
}
