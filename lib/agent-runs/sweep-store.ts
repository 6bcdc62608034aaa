import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { AGENT_RUN_CLAIM_MS, AGENT_RUN_QUEUE_MAX_MS } from "../platform/limits";
import { wakeQueue, wakeRun } from "./enqueue-store";
import { endDeadRun, endWaitingRun } from "./run-end-store";
import { leaseStart } from "./run-work-store";
import { listIdleQueues } from "./turn-store";

/** What one sweep looks at; the rest is the next one's. */
const RUNS_MAX = 500;
/** The function of a test of a connection takes it up again by itself; the sweep comes after that. */
const SILENT_MS = 6 * AGENT_RUN_CLAIM_MS;

/** Each minute: runs that nobody was woken for, and runs whose process is gone. What cannot go on ends when it is claimed. */
export async function sweepRuns(): Promise<void> {
  const at = now().getTime();
  await endOverdue(new Date(at - AGENT_RUN_QUEUE_MAX_MS));
  for (const test of await listIdleTests(new Date(at - SILENT_MS))) wakeRun(test);
  for (const { billingEntityId, startable } of await listIdleQueues()) wakeQueue(billingEntityId, startable);
}

async function endOverdue(createdBefore: Date): Promise<void> {
  const overdue = await sql<{ id: string }>(
    "list_overdue_runs",
    "SELECT id FROM agent_runs WHERE state = 'QUEUED' AND created_at < $1 ORDER BY id LIMIT $2",
    [createdBefore, RUNS_MAX],
  );
  for (const { id } of overdue) await endWaitingRun(id, QUEUED_TOO_LONG);
}

function listIdleTests(silentSince: Date): Promise<{ id: string; action: string; billingEntityId: string }[]> {
  return sql(
    "list_idle_tests",
    `SELECT id, action, billing_entity_id AS "billingEntityId" FROM agent_runs
     WHERE action = 'test-connection' AND state IN ('QUEUED', 'RUNNING') AND coalesce(claimed_at, created_at) < $1
     ORDER BY id LIMIT $2`,
    [silentSince, RUNS_MAX],
  );
}

const QUEUED_TOO_LONG = {
  state: "timed_out",
  code: "queue_timeout",
  message: "Nothing could start this run within an hour.",
} as const;
const GIVEN_UP = { state: "failed", code: "internal_error", message: "Something went wrong on our side." } as const;

/** The background function of a test of a connection has failed for good: the person who waits for it is told at once. */
export async function abandonTest(runId: string): Promise<void> {
  if (!(await endWaitingRun(runId, GIVEN_UP))) await endDeadRun(runId, leaseStart(now()), GIVEN_UP);
}

/** A background function has failed for good: the agent run that it was working on ends, and the queue goes on. */
export async function abandonRunsOf(worker: string, billingEntityId: string): Promise<void> {
  const left = await sql<{ id: string }>(
    "list_runs_of_worker",
    `SELECT id FROM agent_runs
     WHERE billing_entity_id = $1 AND state = 'RUNNING' AND split_part(claim_token, '/', 1) = $2`,
    [billingEntityId, worker],
  );
  for (const { id } of left) await endDeadRun(id, leaseStart(now()), GIVEN_UP);
  wakeQueue(billingEntityId);
}
