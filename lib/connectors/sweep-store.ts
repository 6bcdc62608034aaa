import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { AGENT_RUN_ATTEMPTS_MAX, AGENT_RUN_CLAIM_MS, AGENT_RUN_QUEUE_MAX_MS } from "../platform/limits";
import { wakeRun } from "./enqueue-store";
import { endDeadRun, endWaitingRun, RUN_WAS_CANCELLED } from "./run-end-store";

interface LeftRun {
  id: string;
  action: string;
  billingEntityId: string;
  attempts: number;
  createdAt: Date;
  claimedAt: Date | null;
  isCancelled: boolean;
}

/** What one sweep looks at; the rest is the next one's. */
const RUNS_MAX = 500;
/** The background functions take up again what a process left; only what they have forgotten is for the sweep. */
const SILENT_MS = 6 * AGENT_RUN_CLAIM_MS;

async function listLeft(state: "QUEUED" | "RUNNING", silentSince: Date): Promise<LeftRun[]> {
  return sql<LeftRun>(
    "list_left_runs",
    `SELECT id, action, billing_entity_id AS "billingEntityId", attempts, created_at AS "createdAt",
       claimed_at AS "claimedAt", cancel_requested_at IS NOT NULL AS "isCancelled"
     FROM agent_runs WHERE state = $1::run_state AND coalesce(claimed_at, created_at) < $2 ORDER BY id LIMIT $3`,
    [state, silentSince, RUNS_MAX],
  );
}

/** Each minute: runs that nobody was woken for, and runs that everybody has left. */
export async function sweepRuns(): Promise<void> {
  const at = now().getTime();
  const silentSince = new Date(at - SILENT_MS);
  for (const run of await listLeft("QUEUED", silentSince)) {
    if (at - run.createdAt.getTime() < AGENT_RUN_QUEUE_MAX_MS) wakeRun(run);
    else await endWaitingRun(run.id, QUEUED_TOO_LONG);
  }
  for (const run of await listLeft("RUNNING", silentSince)) {
    if (run.isCancelled) await endDeadRun(run.id, silentSince, RUN_WAS_CANCELLED);
    else if (run.attempts >= AGENT_RUN_ATTEMPTS_MAX) await endDeadRun(run.id, silentSince, INTERRUPTED);
    else wakeRun(run, `:${run.attempts}`);
  }
}

const QUEUED_TOO_LONG = {
  state: "timed_out",
  code: "queue_timeout",
  message: "Nothing could start this run within an hour.",
} as const;
const INTERRUPTED = {
  state: "failed",
  code: "interrupted",
  message: "The service was interrupted while this run was under way, too often to go on.",
} as const;

/** The background functions have given up: whoever waits for the run is told so at once. */
export async function giveUpRun(runId: string): Promise<void> {
  const failure = { state: "failed", code: "internal_error", message: "Something went wrong on our side." } as const;
  if (!(await endWaitingRun(runId, failure)))
    await endDeadRun(runId, new Date(now().getTime() - AGENT_RUN_CLAIM_MS), failure);
}
