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

/** A run in this process's hands. Every write for it names the token, so a process that lost it changes nothing. */
export type ClaimedRun = RowOf<typeof CLAIM_AGENT_RUN>;

/** A test of a connection is no agent run, so it waits for no turn. `held`: another process has it. */
export async function claimTest(runId: string, token: string): Promise<ClaimedRun | "held" | "over"> {
  const at = now();
  const [run] = await query(CLAIM_CONNECTION_TEST, [runId, token, at, leaseStart(at)]);
  if (run) return run;
  const running = await prisma().agentRun.findFirst({ where: { id: runId, state: "RUNNING" }, select: { id: true } });
  return running ? "held" : "over";
}

/** The answer to a worker that asks for a billing entity's next agent run. */
export type Turn =
  | { kind: "run"; run: ClaimedRun }
  /** Ask again at this instant: ten runs started in this minute, or this worker's interrupted run keeps its place. */
  | { kind: "later"; at: Date }
  /** No run waits, or three are running: the worker that ends one of them asks for the next. */
  | { kind: "none" };

/**
 * §8: ten starts in each epoch minute and three runs at once for each billing entity, oldest first. `worker` is the same
 * for every attempt of one background function run.
 */
export function takeTurn(billingEntityId: string, worker: string): Promise<Turn> {
  return transaction(async (tx) => {
    await tx.query(LOCK_AGENT_QUEUE, [billingEntityId]);
    // After the lock: waiting for it may have reached into the next minute.
    const at = now();
    const aliveSince = leaseStart(at);
    const minuteMs = BURST_WINDOW_SECONDS * 1000;
    const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
    const [counts] = await tx.query(COUNT_AGENT_QUEUE, [billingEntityId, aliveSince, worker, minute]);
    if (!counts) return { kind: "none" };
    const { waiting, running, started, heldAt } = counts;
    if (heldAt !== null) return { kind: "later", at: new Date(heldAt.getTime() + AGENT_RUN_CLAIM_MS + 1) };
    if (running >= agentConcurrentRuns) return { kind: "none" };
    const mayStart = started < agentRunsPerMinute;
    const token = `${worker}/${randomUUID()}`;
    const [run] = await tx.query(CLAIM_AGENT_RUN, [billingEntityId, token, at, aliveSince, mayStart]);
    if (run) return { kind: "run", run };
    return waiting > 0 && !mayStart ? { kind: "later", at: new Date(minute.getTime() + minuteMs) } : { kind: "none" };
  });
}

/** Asked after a run has ended. A run that is accepted later brings its own wake-up. */
export async function isWorkLeft(billingEntityId: string): Promise<boolean> {
  return (await query(FIND_AGENT_TURN, [billingEntityId, leaseStart(now())])).length > 0;
}

/** Billing entities with unclaimed runs, and how many of those could start now. */
export function listIdleQueues(): Promise<{ billingEntityId: string; startable: number }[]> {
  return query(LIST_IDLE_QUEUES, [leaseStart(now()), agentConcurrentRuns]);
}
