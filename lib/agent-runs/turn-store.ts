import { randomUUID } from "node:crypto";
import { now } from "../platform/clock";
import { sql, transaction } from "../platform/db";
import { AGENT_RUN_CLAIM_MS, agentConcurrentRuns, agentRunsPerMinute, BURST_WINDOW_SECONDS } from "../platform/limits";
import { CLAIMED_COLUMNS, type ClaimedRun, leaseStart } from "./run-work-store";

/** What a worker that asks for a billing entity's next agent run is told. */
export type Turn =
  | { kind: "run"; run: ClaimedRun }
  /** Ask again at this instant: the minute's ten have started, or this worker's interrupted run keeps its place until then. */
  | { kind: "later"; at: Date }
  /** Nothing waits, or three are running: the worker that ends one of them asks for the next. */
  | { kind: "none" };

/** Claims of one billing entity are made one at a time, by any number of processes. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('svc.agent-runs:' || $1, 0))";

/** A run whose lease ($2) has expired holds no place. Tests of connections are not agent runs. */
const COUNT = `
  SELECT count(*) FILTER (WHERE state = 'QUEUED')::int AS waiting,
    count(*) FILTER (WHERE state = 'RUNNING' AND claimed_at >= $2)::int AS running,
    max(claimed_at) FILTER (WHERE state = 'RUNNING' AND claimed_at >= $2 AND split_part(claim_token, '/', 1) = $3) AS "heldAt",
    (SELECT count(*)::int FROM agent_runs
     WHERE billing_entity_id = $1 AND started_at >= $4 AND action <> 'test-connection') AS started
  FROM agent_runs
  WHERE billing_entity_id = $1 AND state IN ('QUEUED', 'RUNNING') AND action <> 'test-connection'`;

interface Counts {
  waiting: number;
  running: number;
  started: number;
  /** When this worker last renewed the lease of a run that it is still holding. */
  heldAt: Date | null;
}

/** The oldest: one that was interrupted, or ($5) one that waits. Interrupted runs have started already: no minute counts them again. */
const CLAIM = `
  UPDATE agent_runs SET state = 'RUNNING', claim_token = $2, claimed_at = $3, started_at = coalesce(started_at, $3),
    attempts = attempts + 1
  WHERE id = (
    SELECT id FROM agent_runs
    WHERE billing_entity_id = $1 AND action <> 'test-connection'
      AND ((state = 'RUNNING' AND claimed_at < $4) OR ($5 AND state = 'QUEUED'))
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE)
  RETURNING ${CLAIMED_COLUMNS}`;

/**
 * §8: ten starts in each epoch minute and three runs at once for each billing entity, oldest first. `worker` is the same
 * for every attempt of one background function run.
 */
export function takeTurn(billingEntityId: string, worker: string): Promise<Turn> {
  return transaction(async (tx) => {
    await tx.sql("lock_agent_queue", LOCK, [billingEntityId]);
    // After the lock: waiting for it may have reached into the next minute.
    const at = now();
    const aliveSince = leaseStart(at);
    const minuteMs = BURST_WINDOW_SECONDS * 1000;
    const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
    const [counts] = await tx.sql<Counts>("count_agent_queue", COUNT, [billingEntityId, aliveSince, worker, minute]);
    if (!counts) return { kind: "none" };
    const { waiting, running, started, heldAt } = counts;
    if (heldAt !== null) return { kind: "later", at: new Date(heldAt.getTime() + AGENT_RUN_CLAIM_MS + 1) };
    if (running >= agentConcurrentRuns) return { kind: "none" };
    const mayStart = started < agentRunsPerMinute;
    const token = `${worker}/${randomUUID()}`;
    const values = [billingEntityId, token, at, aliveSince, mayStart];
    const [run] = await tx.sql<Omit<ClaimedRun, "token">>("claim_agent_run", CLAIM, values);
    if (run) return { kind: "run", run: { ...run, token } };
    return waiting > 0 && !mayStart ? { kind: "later", at: new Date(minute.getTime() + minuteMs) } : { kind: "none" };
  });
}

const HAS_TURN = `
  SELECT 1 FROM agent_runs WHERE billing_entity_id = $1 AND action <> 'test-connection'
    AND (state = 'QUEUED' OR (state = 'RUNNING' AND claimed_at < $2)) LIMIT 1`;

/** Asked after a run has ended. A run that is accepted later brings its own wake-up. */
export async function isWorkLeft(billingEntityId: string): Promise<boolean> {
  return (await sql("find_agent_turn", HAS_TURN, [billingEntityId, leaseStart(now())])).length > 0;
}

/** Billing entities with runs that nobody has taken up for a while, and how many of those could run now. */
export function listIdleQueues(): Promise<{ billingEntityId: string; startable: number }[]> {
  return sql(
    "list_idle_queues",
    `SELECT billing_entity_id AS "billingEntityId",
       least(count(*) FILTER (WHERE is_idle), $2 - count(*) FILTER (WHERE NOT is_idle AND state = 'RUNNING'))::int AS startable
     FROM (SELECT billing_entity_id, state, coalesce(claimed_at, created_at) < $1 AS is_idle FROM agent_runs
           WHERE state IN ('QUEUED', 'RUNNING') AND action <> 'test-connection') AS open
     GROUP BY 1`,
    [leaseStart(now()), agentConcurrentRuns],
  );
}
