import { writeAsPerson } from "../access/person-store";
import { openRoomToWrite, type RoomAccess } from "../access/store";
import type { Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { createTask } from "../tasks/store";
import { readTask } from "./answer";
import type { Proposal } from "./run";
import { readRun } from "./run-store";
import { type KeptThing, writeNamed } from "./written-store";

interface ProposedRow {
  proposals: Proposal[];
  written: KeptThing[];
}

/** Of a dry run that this person asked for; locked, so that of two choices the second finds what the first wrote. */
const LOCK_PROPOSALS = `
  SELECT result->'proposals' AS proposals, written FROM agent_runs
  WHERE id = $1 AND requested_by_id = $2 AND room_id = $3 AND action = 'generate-tasks' AND state = 'SUCCEEDED'
    AND result->>'kind' = 'proposals' FOR UPDATE`;

/**
 * Proposals of a dry run become tasks because the person who asked for the run chose them: their own write, with their
 * own rights, as they were read: asking the agent again could bring others. Chosen again, they are the same tasks.
 */
async function writeChosen(
  tx: Transaction,
  room: RoomAccess,
  userId: string,
  runId: string,
  choose: (proposals: readonly Proposal[]) => readonly number[],
): Promise<string[]> {
  const [row] = isId("run", runId)
    ? await tx.sql<ProposedRow>("lock_proposals", LOCK_PROPOSALS, [runId, userId, room.roomId])
    : [];
  if (!row) throw notFound();
  const ids: string[] = [];
  for (const index of choose(row.proposals)) {
    const proposal = row.proposals[index];
    if (!proposal) throw notFound();
    const run = { id: runId, written: row.written };
    const id = await writeNamed(tx, run, { type: "task", proposal: index }, async () => {
      const task = await createTask(tx, room, userId, readTask(proposal));
      return task.id;
    });
    ids.push(id);
  }
  return ids;
}

export function acceptProposals(tx: Transaction, room: RoomAccess, userId: string, runId: string): Promise<string[]> {
  return writeChosen(tx, room, userId, runId, (proposals) => proposals.map((_, index) => index));
}

export async function writeProposal(userId: string, runId: string, index: number): Promise<{ taskId: string }> {
  const { requestedById, roomId } = await readRun(userId, runId);
  if (requestedById !== userId || roomId === null) throw notFound();
  const [taskId] = await writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, room) =>
    writeChosen(tx, room, userId, runId, () => [index]),
  );
  if (taskId === undefined) throw notFound();
  return { taskId };
}
