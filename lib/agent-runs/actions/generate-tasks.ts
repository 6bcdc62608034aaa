import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ACTION_PROFILES } from "../../connectors/connector";
import { now } from "../../platform/clock";
import { UNITS } from "../../platform/limits";
import { createTask } from "../../tasks/create";
import { defineAction, type Work } from "../action";
import { readProposals, readTask } from "../answer";
import { openRecordForAgent, type RecordTarget, requireBoard } from "../open-target";
import { askForTasks, makeMark } from "../prompt";
import { readRecordText } from "../read-context";
import type { Proposal } from "../run";

const toolProfile = ACTION_PROFILES["generate-tasks"];

/** A dry run only proposes, and asks for the profile all the same (§4). */
export const generateTasks = defineAction({
  name: "generate-tasks",
  toolProfile,
  scopes: ["records:read", "tasks:write"],
  units: UNITS.agentRun,
  steps: ["context", "agent", "answer", "write"],
  body: z.strictObject({ recordId: z.string(), dryRun: z.boolean().default(false) }),
  async open(caller, connector, { recordId, dryRun }) {
    const target = await openRecordForAgent(caller, recordId, { connector, toolProfile });
    if (!dryRun) await requireBoard(target);
    return target;
  },
  async run(work, { dryRun }, { room, recordId }, reopen) {
    const answer = await work.ask(async () => {
      const today = now().toISOString().slice(0, 10);
      const record = await readRecordText(room.roomId, recordId);
      const mark = makeMark(randomBytes(12).toString("hex"));
      return { prompt: askForTasks(record, mark, today), ids: [recordId], rootMessageId: null };
    });
    const { proposals, leftOut } = await work.step("answer", () => {
      const read = readProposals(answer);
      const left = read.leftOut === 0 ? "" : `; ${read.leftOut} left out`;
      return Promise.resolve({ value: read, detail: `${read.proposals.length} proposals${left}` });
    });
    if (dryRun) await work.skip("write", "A dry run only proposes.");
    else await work.step("write", () => writeTasks(work, proposals, reopen));
    return { kind: "proposals", proposals, leftOut };
  },
});

/** Into the room that was opened, for the executing user, by the verb that every task comes from. */
async function writeTasks(work: Work, proposals: readonly Proposal[], reopen: () => Promise<RecordTarget>) {
  const { room } = await reopen();
  for (const [index, proposal] of proposals.entries()) {
    await work.write({ type: "task", proposal: index }, async (tx) => {
      const task = await createTask(tx, room, work.connector.userId, readTask(proposal));
      return task.id;
    });
  }
  return { value: null, detail: `${proposals.length} tasks` };
}
