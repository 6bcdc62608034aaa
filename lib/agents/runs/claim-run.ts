import { randomUUID } from "node:crypto";
import { prisma } from "../../db/prisma";
import type { RowOf } from "../../db/statement";
import { query, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import {
  AGENT_RUN_CLAIM_MS,
  agentConcurrentRuns,
  agentRunsPerMinute,
  BURST_WINDOW_SECONDS,
} from "../../platform/limits";
import {
  CLAIM_AGENT_RUN,
  CLAIM_CONNECTION_TEST,
  COUNT_AGENT_QUEUE,
  FIND_AGENT_TURN,
  LIST_IDLE_QUEUES,
  LOCK_AGENT_QUEUE,
} from "./queue.sql";
import { leaseStart } from "./renew-lease";

/** Every write names the claim's token, so a process that lost the run changes nothing. */
export type ClaimedRun = RowOf<typeof CLAIM_AGENT_RUN>;

/** A connection test is no agent run, so it waits for no turn. */
export async function claimTest(runId: string, token: string): Promise<ClaimedRun | "held" | "over"> {
  const at = now();
  const [run] = await query(CLAIM_CONNECTION_TEST, { runId, token, at, leaseStart: leaseStart(at) });
  if (run) return run;
  const running = await prisma().agentRun.findFirst({ where: { id: runId, state: "RUNNING" }, select: { id: true } });
  return running ? "held" : "over";
}

export type Turn = { kind: "run"; run: ClaimedRun } | { kind: "later"; at: Date } | { kind: "none" };

/**
 * §8: ten starts per epoch minute and three runs at once for each billing entity, oldest first. `worker` stays the same
 * across retries.
 */
export function takeTurn(billingEntityId: string, worker: string): Promise<Turn> {
  return transaction(async (tx) => {
    await tx.query(LOCK_AGENT_QUEUE, { billingEntityId });
    // The wait for the lock may have reached into the next minute.
    const at = now();
    const aliveSince = leaseStart(at);
    const minuteMs = BURST_WINDOW_SECONDS * 1000;
    const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
    const [counts] = await tx.query(COUNT_AGENT_QUEUE, { billingEntityId, aliveSince, worker, minute });
    if (!counts) return { kind: "none" };
    const { waiting, running, started, heldAt } = counts;
    if (heldAt !== null) return { kind: "later", at: new Date(heldAt.getTime() + AGENT_RUN_CLAIM_MS + 1) };
    if (running >= agentConcurrentRuns) return { kind: "none" };
    const mayStart = started < agentRunsPerMinute;
    const token = `${worker}/${randomUUID()}`;
    const [run] = await tx.query(CLAIM_AGENT_RUN, { billingEntityId, token, at, leaseStart: aliveSince, mayStart });
    if (run) return { kind: "run", run };
    return waiting > 0 && !mayStart ? { kind: "later", at: new Date(minute.getTime() + minuteMs) } : { kind: "none" };
  });
}

export async function isWorkLeft(billingEntityId: string): Promise<boolean> {
  return (await query(FIND_AGENT_TURN, { billingEntityId, leaseStart: leaseStart(now()) })).length > 0;
}

export function listIdleQueues(): Promise<{ billingEntityId: string; startable: number }[]> {
  return query(LIST_IDLE_QUEUES, { leaseStart: leaseStart(now()), concurrentRuns: agentConcurrentRuns });
}
