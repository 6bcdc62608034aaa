import type { RoomAccess } from "../access/store";
import type { Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { createTask } from "../tasks/store";
import { CreateTask } from "../tasks/task";
import type { Proposal, WrittenThing } from "./run";

interface ProposedRow {
  proposals: Proposal[];
  written: WrittenThing[];
}

/** Of a dry run that this person asked for; locked, so that of two acceptances the second finds what the first wrote. */
const LOCK_PROPOSALS = `
  SELECT result->'proposals' AS proposals, written FROM agent_runs
  WHERE id = $1 AND requested_by_id = $2 AND room_id = $3 AND action = 'generate-tasks' AND state = 'SUCCEEDED'
    AND result->>'kind' = 'proposals' FOR UPDATE`;

/** The tasks that were read and found good, as they were read: asking the agent again could bring others. Once. */
export async function acceptProposals(
  tx: Transaction,
  room: RoomAccess,
  userId: string,
  runId: string,
): Promise<string[]> {
  const [row] = isId("run", runId)
    ? await tx.sql<ProposedRow>("lock_proposals", LOCK_PROPOSALS, [runId, userId, room.roomId])
    : [];
  if (!row) throw notFound();
  if (row.written.length > 0) return row.written.map(({ id }) => id);
  const ids: string[] = [];
  for (const { title, description, dueDate } of row.proposals) {
    const input = CreateTask.parse({
      title,
      ...(description === null ? {} : { description }),
      ...(dueDate === null ? {} : { dueDate }),
    });
    const task = await createTask(tx, room, userId, input);
    ids.push(task.id);
  }
  const written = ids.map((id, index) => ({ key: `task ${index}`, type: "task", id }));
  await tx.sql("note_accepted_tasks", "UPDATE agent_runs SET written = $2 WHERE id = $1", [
    runId,
    JSON.stringify(written),
  ]);
  return ids;
}
