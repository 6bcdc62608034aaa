import { prisma } from "../../db/prisma";
import { query } from "../../db/transaction";
import { notFound } from "../../platform/errors";
import { AGENT_CONTEXT_MAX_LENGTH, AGENT_CONTEXT_MESSAGES_MAX } from "../../platform/limits";
import { FIND_THREAD_ROOT, READ_CONVERSATION } from "./context.sql";
import type { PromptRecord } from "./prompt";

export async function readRecordText(roomId: string, recordId: string): Promise<PromptRecord> {
  const where = { id: recordId, roomId };
  const record = await prisma().record.findFirst({ where, select: { title: true, content: true } });
  if (!record) throw notFound();
  return record;
}

export async function readConversation(roomId: string) {
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
