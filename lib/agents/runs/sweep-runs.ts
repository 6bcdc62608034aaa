import { prisma } from "../../db/prisma";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { AGENT_RUN_CLAIM_MS, AGENT_RUN_QUEUE_MAX_MS } from "../../platform/limits";
import { listIdleQueues } from "./claim-run";
import { endWaitingRun, failExpiredRun } from "./end-run";
import { signalQueue, signalRun } from "./enqueue-run";
import { LIST_IDLE_TESTS, LIST_OVERDUE_RUNS } from "./queue.sql";
import { leaseStart } from "./renew-lease";

const RUNS_MAX = 500;
/** A test's function retries by itself; the sweep comes after that. */
const SILENT_MS = 6 * AGENT_RUN_CLAIM_MS;

export async function sweepRuns(): Promise<void> {
  const at = now().getTime();
  await endOverdue(new Date(at - AGENT_RUN_QUEUE_MAX_MS));
  for (const test of await query(LIST_IDLE_TESTS, { silentSince: new Date(at - SILENT_MS), limit: RUNS_MAX }))
    signalRun(test);
  for (const { billingEntityId, startable } of await listIdleQueues()) signalQueue(billingEntityId, startable);
}

async function endOverdue(createdBefore: Date): Promise<void> {
  const overdue = await query(LIST_OVERDUE_RUNS, { createdBefore, limit: RUNS_MAX });
  for (const { id } of overdue) await endWaitingRun(id, QUEUED_TOO_LONG);
}

const QUEUED_TOO_LONG = {
  state: "timed_out",
  code: "queue_timeout",
  message: "This run did not start within an hour.",
} as const;
const ABANDONED = { state: "failed", code: "internal_error", message: "Something went wrong on our side." } as const;

export async function abandonTest(runId: string): Promise<void> {
  if (!(await endWaitingRun(runId, ABANDONED))) await abandonRun(runId);
}

async function abandonRun(runId: string): Promise<void> {
  await failExpiredRun(runId, leaseStart(now()), ABANDONED);
}

export async function abandonRunsOf(worker: string, billingEntityId: string): Promise<void> {
  const left = await prisma().agentRun.findMany({
    where: { billingEntityId, state: "RUNNING", claimToken: { startsWith: `${worker}/` } },
    select: { id: true },
  });
  for (const { id } of left) await abandonRun(id);
  signalQueue(billingEntityId);
}
