import { openRoomToWrite } from "../../access/open-room";
import type { Transaction } from "../../db/transaction";
import { notFound } from "../../platform/errors";
import { createTask } from "../../tasks/create";
import { listAssignable } from "../../tasks/queries";
import { writeAsPerson } from "../../usage/write-as-person";
import { readTask } from "./answer";
import { LOCK_SUCCEEDED_RUN } from "./lease.sql";
import { readRun } from "./queries";
import type { WrittenThing } from "./run";
import { writeNamed } from "./write-once";

/** The requester turns a proposal into a task with their own rights. The same proposal again is the same task. */
export async function writeProposal(userId: string, runId: string, index: number): Promise<{ taskId: string }> {
  const [taskId] = await writeChosen(userId, runId, (proposal) => proposal === index);
  if (taskId === undefined) throw notFound();
  return { taskId };
}

export async function writeProposals(userId: string, runId: string): Promise<{ taskIds: string[] }> {
  return { taskIds: await writeChosen(userId, runId, () => true) };
}

async function writeChosen(userId: string, runId: string, isChosen: (index: number) => boolean): Promise<string[]> {
  const { requestedById, roomId, dryRun, result } = await readRun(userId, runId);
  if (requestedById !== userId || roomId === null || !dryRun || result?.kind !== "proposals") throw notFound();
  const chosen = [...result.proposals.entries()].filter(([index]) => isChosen(index));
  if (chosen.length === 0) throw notFound();
  return writeAsPerson(userId, { roomId }, openRoomToWrite, async (tx, room) => {
    const run = { id: runId, written: await lockWritten(tx, runId) };
    const people = await listAssignable(room, null);
    const taskIds: string[] = [];
    for (const [proposal, task] of chosen) {
      const write = async () => (await createTask(tx, room, userId, readTask(task, people))).id;
      taskIds.push(await writeNamed(tx, run, { type: "task", proposal }, write));
    }
    return taskIds;
  });
}

async function lockWritten(tx: Transaction, runId: string): Promise<WrittenThing[]> {
  const [run] = await tx.query(LOCK_SUCCEEDED_RUN, { runId });
  if (!run) throw notFound();
  return run.written;
}
