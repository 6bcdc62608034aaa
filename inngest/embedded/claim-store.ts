import { sql, transaction } from "../../lib/platform/db";
import { type Candidate, chooseRuns, countBusy } from "./concurrency";
import type { ParentStep, RunnerEvent } from "./matching";
import type { Plan } from "./plan";

export interface ClaimedRun {
  id: string;
  functionId: string;
  attempt: number;
  lapses: number;
  /** It has run before, so there may be steps. */
  isResumed: boolean;
  event: RunnerEvent & { ts: number };
  parent: ParentStep | null;
  /** What this claim writes must find it in the row: whoever lost the lease changes nothing any more. */
  token: string;
}

export interface Claim {
  token: string;
  lanes: number;
  nowMs: number;
  leaseMs: number;
}

interface ClaimedRow {
  id: string;
  functionId: string;
  attempt: number;
  lapses: number;
  isResumed: boolean;
  eventId: string | null;
  eventName: string | null;
  data: Readonly<Record<string, unknown>> | null;
  receivedAt: Date | null;
  parentRunId: string | null;
  parentStepId: string | null;
}

/** Takes what `due` names; a run's finish timeout counts from its first start. */
const TAKE = `, claimed AS (
    UPDATE runner_runs r SET leased_by = $1, leased_until = $2, wake_at = $2, has_news = false,
      lapses = r.lapses + (r.leased_by IS NOT NULL)::int, started_at = coalesce(r.started_at, $3),
      expires_at = CASE WHEN r.started_at IS NULL
        THEN $3::timestamptz + ($4::jsonb ->> r.function_id)::float8 * interval '1 millisecond' ELSE r.expires_at END
    FROM due WHERE r.id = due.id
    RETURNING r.*, due.old_wake_at, due.is_resumed
  )
  SELECT c.id, c.function_id AS "functionId", c.attempt, c.lapses, c.is_resumed AS "isResumed", c.event_id AS "eventId",
    e.name AS "eventName", e.data, e.received_at AS "receivedAt",
    c.parent_run_id AS "parentRunId", c.parent_step_id AS "parentStepId"
  FROM claimed c LEFT JOIN runner_events e ON e.id = c.event_id
  ORDER BY c.old_wake_at, c.id`;

/** Runs without a concurrency limit: as many processes as there are take side by side. */
const CLAIM_FREE = `
  WITH due AS (
    SELECT id, wake_at AS old_wake_at, started_at IS NOT NULL AS is_resumed FROM runner_runs
    WHERE state = 'READY' AND concurrency_key = '' AND wake_at <= $3 AND function_id = ANY($5)
    ORDER BY wake_at, id LIMIT $6 FOR UPDATE SKIP LOCKED
  )${TAKE}`;

const CLAIM_CHOSEN = `
  WITH due AS (
    SELECT id, wake_at AS old_wake_at, started_at IS NOT NULL AS is_resumed FROM runner_runs
    WHERE state = 'READY' AND id = ANY($5) AND wake_at <= $3
    ORDER BY id FOR UPDATE SKIP LOCKED
  )${TAKE}`;

export async function claimFree(plan: Plan, claim: Claim): Promise<ClaimedRun[]> {
  const ids = [...plan.values()].filter(({ concurrency }) => concurrency.length === 0).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await sql<ClaimedRow>("runner_claim_free", CLAIM_FREE, [...takeValues(plan, claim), ids, claim.lanes]);
  return rows.map((row) => readClaimed(row, claim.token));
}

/** A few of the oldest of each group of keys, so that a group that is full hides no other; and what is at work now. */
const LIST_CANDIDATES = `
  WITH RECURSIVE groups AS (
    (SELECT concurrency_key AS key FROM runner_runs
     WHERE state = 'READY' AND concurrency_key > '' AND wake_at <= $1 ORDER BY concurrency_key LIMIT 1)
    UNION ALL
    SELECT (SELECT concurrency_key FROM runner_runs
            WHERE state = 'READY' AND concurrency_key > g.key AND wake_at <= $1 ORDER BY concurrency_key LIMIT 1)
    FROM groups g WHERE g.key IS NOT NULL
  ), candidates AS (
    SELECT r.* FROM groups g CROSS JOIN LATERAL (
      SELECT id, function_id AS "functionId", concurrency_key AS "concurrencyKey",
        extract(epoch FROM wake_at)::float8 * 1000 AS "wakeAtMs"
      FROM runner_runs WHERE state = 'READY' AND concurrency_key = g.key AND wake_at <= $1 AND function_id = ANY($2)
      ORDER BY wake_at, id LIMIT $3
    ) r
  ), busy AS (
    SELECT concurrency_key AS "concurrencyKey", count(*)::int AS runs FROM runner_runs
    WHERE leased_until > $1 AND concurrency_key > '' GROUP BY 1
  )
  SELECT coalesce((SELECT json_agg(c) FROM candidates c), '[]') AS candidates,
    coalesce((SELECT json_agg(b) FROM busy b), '[]') AS busy`;

const HAS_LIMITED = `
  SELECT 1 FROM runner_runs WHERE state = 'READY' AND concurrency_key > '' AND wake_at <= $1 LIMIT 1`;

/** Runs with concurrency limits: one process at a time counts and takes, so that no limit is ever passed. */
export async function claimLimited(plan: Plan, claim: Claim): Promise<ClaimedRun[]> {
  const ids = [...plan.values()].filter(({ concurrency }) => concurrency.length > 0).map(({ id }) => id);
  const now = new Date(claim.nowMs);
  if (ids.length === 0 || (await sql("runner_has_limited", HAS_LIMITED, [now])).length === 0) return [];
  return transaction(async (tx) => {
    await tx.sql("runner_lock_claims", "SELECT pg_advisory_xact_lock(hashtext('svc.runner.claims'))");
    const [found] = await tx.sql<{ candidates: Candidate[]; busy: { concurrencyKey: string; runs: number }[] }>(
      "runner_candidates",
      LIST_CANDIDATES,
      [now, ids, claim.lanes],
    );
    const listLimits = (id: string) => (plan.get(id)?.concurrency ?? []).map(({ limit }) => limit);
    const chosen = chooseRuns(found?.candidates ?? [], countBusy(found?.busy ?? []), listLimits, claim.lanes);
    if (chosen.length === 0) return [];
    const rows = await tx.sql<ClaimedRow>("runner_claim_chosen", CLAIM_CHOSEN, [...takeValues(plan, claim), chosen]);
    return rows.map((row) => readClaimed(row, claim.token));
  });
}

function takeValues(plan: Plan, { token, nowMs, leaseMs }: Claim): unknown[] {
  const finish = Object.fromEntries([...plan.values()].map(({ id, finishWithinMs }) => [id, finishWithinMs]));
  return [token, new Date(nowMs + leaseMs), new Date(nowMs), JSON.stringify(finish)];
}

function readClaimed(row: ClaimedRow, token: string): ClaimedRun {
  const { id, functionId, attempt, lapses, isResumed, parentRunId, parentStepId } = row;
  return {
    id,
    functionId,
    attempt,
    lapses,
    isResumed,
    token,
    event: {
      id: row.eventId ?? id,
      name: row.eventName ?? "inngest/event.erased",
      data: row.data ?? {},
      ts: row.receivedAt?.getTime() ?? 0,
    },
    parent: parentRunId !== null && parentStepId !== null ? { runId: parentRunId, stepId: parentStepId } : null,
  };
}
