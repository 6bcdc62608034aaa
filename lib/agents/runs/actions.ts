import { z } from "zod";
import { prisma } from "../../db/prisma";
import { query } from "../../db/transaction";
import { createMessage } from "../../messages/create";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import {
  AGENT_CONTEXT_MAX_LENGTH,
  AGENT_CONTEXT_MESSAGES_MAX,
  AGENT_INSTRUCTION_MAX_LENGTH,
  UNITS,
} from "../../platform/limits";
import { prose } from "../../platform/text";
import { createTask } from "../../tasks/create";
import { listAssignable } from "../../tasks/queries";
import { type Action, defineAction, type Work } from "./action";
import { readProposals, readReply, readSummary, readTask } from "./answer";
import { FIND_THREAD_ROOT, READ_CONVERSATION } from "./context.sql";
import { openRecordForAgent, openRoomForAgent, type RecordTarget, requireBoard } from "./open-target";
import { type PromptRecord, writeReplyPrompt, writeSummaryPrompt, writeTasksPrompt } from "./prompt";
import type { Proposal } from "./run";
import { testConnection } from "./test-connection";

const summarizeRecord = defineAction({
  name: "summarize-record",
  scopes: ["records:read"],
  units: UNITS.agentRun,
  steps: ["context", "agent", "answer"],
  body: z.strictObject({ recordId: z.string() }),
  open: (caller, connector, { recordId }) => openRecordForAgent(caller, recordId, connector, "summarize-record"),
  async run(work, _body, { room, recordId }) {
    const answer = await work.ask(async (mark) => ({
      prompt: writeSummaryPrompt(await readRecordText(room.roomId, recordId), mark),
      ids: [recordId],
      rootMessageId: null,
    }));
    return work.step("answer", () => ({ value: { kind: "summary", text: readSummary(answer) } }));
  },
});

/** §4: a dry run only proposes, and still needs the profile. */
const generateTasks = defineAction({
  name: "generate-tasks",
  scopes: ["records:read", "tasks:write"],
  units: UNITS.agentRun,
  steps: ["context", "agent", "answer", "write"],
  body: z.strictObject({ recordId: z.string(), dryRun: z.boolean().default(false) }),
  async open(caller, connector, { recordId, dryRun }) {
    const target = await openRecordForAgent(caller, recordId, connector, "generate-tasks");
    if (!dryRun) await requireBoard(target);
    return target;
  },
  async run(work, { dryRun }, { room, recordId }, reopen) {
    const answer = await work.ask(async (mark) => {
      const today = now().toISOString().slice(0, 10);
      const record = await readRecordText(room.roomId, recordId);
      return { prompt: writeTasksPrompt(record, mark, today), ids: [recordId], rootMessageId: null };
    });
    const { proposals, leftOut } = await work.step("answer", async () => {
      const read = readProposals(answer, await listAssignable(room, null));
      const left = read.leftOut === 0 ? "" : `; ${read.leftOut} left out`;
      return { value: read, detail: `${read.proposals.length} proposals${left}` };
    });
    if (dryRun) await work.skip("write", "A dry run only proposes.");
    else await work.step("write", () => writeTasks(work, proposals, reopen));
    return { kind: "proposals", proposals, leftOut };
  },
});

async function writeTasks(work: Work, proposals: readonly Proposal[], reopen: () => Promise<RecordTarget>) {
  const { room } = await reopen();
  const people = await listAssignable(room, null);
  for (const [index, proposal] of proposals.entries()) {
    await work.write({ type: "task", proposal: index }, async (tx) => {
      const task = await createTask(tx, room, work.connector.userId, readTask(proposal, people));
      return task.id;
    });
  }
  return { value: null, detail: `${proposals.length} tasks` };
}

const replyToRoom = defineAction({
  name: "reply-to-room",
  scopes: ["messages:read", "messages:write"],
  units: UNITS.agentRun,
  steps: ["context", "agent", "answer", "write"],
  body: z.strictObject({ roomId: z.string(), instruction: prose(AGENT_INSTRUCTION_MAX_LENGTH) }),
  open: (caller, connector, { roomId }) => openRoomForAgent(caller, roomId, connector, "reply-to-room"),
  async run(work, { instruction }, { room }, reopen) {
    const answer = await work.ask(async (mark) => {
      const { messages, rootMessageId } = await readConversation(room.roomId);
      const prompt = writeReplyPrompt(messages, instruction, mark);
      return { prompt, ids: messages.map(({ id }) => id), rootMessageId };
    });
    const body = await work.step("answer", () => ({ value: readReply(answer) }));
    await work.step("write", async () => {
      const { room: open } = await reopen();
      await work.write({ type: "message", proposal: null }, async (tx) => {
        const message = await createMessage(tx, open, work.connector.userId, { body });
        return message.id;
      });
      return { value: null };
    });
    return { kind: "reply", text: body };
  },
});

const ACTIONS: readonly Action[] = [testConnection, summarizeRecord, generateTasks, replyToRoom];

export function findAction(name: string): Action | null {
  return ACTIONS.find((action) => action.name === name) ?? null;
}

async function readRecordText(roomId: string, recordId: string): Promise<PromptRecord> {
  const where = { id: recordId, roomId };
  const record = await prisma().record.findFirst({ where, select: { title: true, content: true } });
  if (!record) throw notFound();
  return record;
}

async function readConversation(roomId: string) {
  const newest = await query(READ_CONVERSATION, { roomId, limit: AGENT_CONTEXT_MESSAGES_MAX });
  let length = 0;
  const tooMany = newest.findIndex(({ body }) => {
    length += body.length;
    return length > AGENT_CONTEXT_MAX_LENGTH;
  });
  const [last] = newest;
  const [root] = last ? await query(FIND_THREAD_ROOT, { messageId: last.id }) : [];
  return {
    messages: newest.slice(0, tooMany === -1 ? newest.length : tooMany).toReversed(),
    rootMessageId: root?.id ?? null,
  };
}
