import { writeAsPerson } from "../access/person-store";
import { openRoomToWrite } from "../access/store";
import type { Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { createTask } from "../tasks/store";
import { readTask } from "./answer";
import type { WrittenThing } from "./run";
import { readRun } from "./run-store";
import { writeNamed } from "./written-store";

/**
 * One proposal of a dry run becomes a task, because the person who asked for the run chose it: their own write, with their
 * own rights, as if they had typed it. Chosen again, it is the same task.
 */
export async function writeProposal(userId: string, runId: string, index: number): Promise<{ taskId: string }> {
  const { requestedById, roomId, dryRun, result } = await readRun(userId, runId);
  const proposal = result?.kind === "proposals" ? result.proposals[index] : undefined;
  if (requestedById !== userId || roomId === null || !dryRun || !proposal) throw notFound();
  const taskId = await writeAsPerson(userId, { roomId }, openRoomToWrite, async (tx, room) => {
    const run = { id: runId, written: await lockWritten(tx, runId) };
    return writeNamed(tx, run, { type: "task", proposal: index }, async () => {
      const task = await createTask(tx, room, userId, readTask(proposal));
      return task.id;
    });
  });
  return { taskId };
}

async function lockWritten(tx: Transaction, runId: string): Promise<WrittenThing[]> {
  const [run] = await tx.sql<{ written: WrittenThing[] }>(
    "lock_ended_run",
    "SELECT written FROM agent_runs WHERE id = $1 AND state = 'SUCCEEDED' FOR UPDATE",
    [runId],
  );
  if (!run) throw notFound();
  return run.written;
}
