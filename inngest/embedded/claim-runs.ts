import { sql, transaction } from "../../lib/platform/db";
import type { Kind } from "./lanes";
import type { RunnerEvent } from "./matching";
import type { Plan, PlannedFunction } from "./plan";

export interface ClaimedRun {
  id: string;
  functionId: string;
  attempt: number;
  lapses: number;
  /** It has run before, so there may be steps. */
  isResumed: boolean;
  event: RunnerEvent & { ts: number };
  /** Each write for this run must find it in the row: a process that lost the lease changes nothing any more. */
  token: string;
}

interface Claim {
  token: string;
  nowMs: number;
  leaseMs: number;
}

interface ClaimedRow extends Omit<ClaimedRun, "event" | "token"> {
  eventId: string | null;
  eventName: string | null;
  data: Readonly<Record<string, unknown>> | null;
  receivedAt: Date | null;
}

/** Takes the runs in `due`; the finish timeout counts from the first start. */
const TAKE = `claimed AS (
    UPDATE runner_runs r SET leased_by = $1, leased_until = $2, wake_at = $2,
      lapses = r.lapses + (r.leased_by IS NOT NULL)::int, started_at = coalesce(r.started_at, $3),
      expires_at = CASE WHEN r.started_at IS NULL
        THEN $3::timestamptz + ($4::jsonb -> r.function_id ->> 'finishWithinMs')::float8 * interval '1 millisecond'
        ELSE r.expires_at END
    FROM due WHERE r.id = due.id
    RETURNING r.*, due.old_wake_at, due.is_resumed
  )
  SELECT c.id, c.function_id AS "functionId", c.attempt, c.lapses, c.is_resumed AS "isResumed", c.event_id AS "eventId",
    e.name AS "eventName", e.data, e.received_at AS "receivedAt"
  FROM claimed c LEFT JOIN runner_events e ON e.id = c.event_id
  ORDER BY c.old_wake_at, c.id`;

const CLAIM_FREE = `
  WITH due AS (
    SELECT id, wake_at AS old_wake_at, started_at IS NOT NULL AS is_resumed FROM runner_runs
    WHERE state = 'READY' AND concurrency_key = '' AND wake_at <= $3
      AND $4::jsonb ? function_id
    ORDER BY wake_at, id LIMIT $5 FOR UPDATE SKIP LOCKED
  ), ${TAKE}`;

/** The oldest of each concurrency key, as many as its limit leaves room for. */
const CLAIM_LIMITED = `
  WITH RECURSIVE keys AS (
    (SELECT concurrency_key AS key FROM runner_runs
     WHERE state = 'READY' AND concurrency_key > '' AND wake_at <= $3 ORDER BY concurrency_key LIMIT 1)
    UNION ALL
    SELECT (SELECT concurrency_key FROM runner_runs
            WHERE state = 'READY' AND concurrency_key > k.key AND wake_at <= $3 ORDER BY concurrency_key LIMIT 1)
    FROM keys k WHERE k.key IS NOT NULL
  ), busy AS (
    SELECT concurrency_key AS key, count(*) AS runs FROM runner_runs
    WHERE leased_until > $3 AND concurrency_key > '' GROUP BY 1
  ), chosen AS (
    SELECT r.id FROM keys k LEFT JOIN busy b USING (key) CROSS JOIN LATERAL (
      SELECT id, wake_at, row_number() OVER (ORDER BY wake_at, id) AS place,
        ($4::jsonb -> function_id ->> 'limit')::int - coalesce(b.runs, 0) AS room
      FROM (
        SELECT id, wake_at, function_id FROM runner_runs
        WHERE state = 'READY' AND concurrency_key = k.key AND wake_at <= $3
          AND $4::jsonb ? function_id
        ORDER BY wake_at, id LIMIT $5
      ) oldest
    ) r WHERE r.place <= r.room ORDER BY r.wake_at, r.id LIMIT $5
  ), due AS (
    SELECT id, wake_at AS old_wake_at, started_at IS NOT NULL AS is_resumed FROM runner_runs
    WHERE state = 'READY' AND id IN (SELECT id FROM chosen) AND wake_at <= $3
    ORDER BY id FOR UPDATE SKIP LOCKED
  ), ${TAKE}`;

const HAS_LIMITED = `
  SELECT 1 FROM runner_runs WHERE state = 'READY' AND concurrency_key > '' AND wake_at <= $1 LIMIT 1`;

/** Each kind for the lanes that are open to it. */
export async function claimRuns(
  plan: Plan,
  claim: Claim,
  lanes: Readonly<Record<Kind, number>>,
): Promise<ClaimedRun[]> {
  const { token, nowMs, leaseMs } = claim;
  const now = new Date(nowMs);
  const functions = [...plan.values()];
  const listValues = (kind: Kind) => [
    token,
    new Date(nowMs + leaseMs),
    now,
    writeRules(functions.filter((fn) => kindOf(fn) === kind)),
    lanes[kind],
  ];
  const rows: ClaimedRow[] = [];
  // As many processes as there are take these side by side.
  if (lanes.free > 0) rows.push(...(await sql<ClaimedRow>("runner_claim_free", CLAIM_FREE, listValues("free"))));
  if (lanes.limited > 0 && (await sql("runner_has_limited", HAS_LIMITED, [now])).length > 0) {
    // One process at a time counts and takes these, so that no limit is ever passed.
    const limited = await transaction(async (tx) => {
      await tx.sql("runner_lock_claims", "SELECT pg_advisory_xact_lock(hashtext('svc.runner.claims'))");
      return tx.sql<ClaimedRow>("runner_claim_limited", CLAIM_LIMITED, listValues("limited"));
    });
    rows.push(...limited);
  }
  return rows.map((row) => readClaimed(row, token));
}

export function kindOf({ concurrency }: PlannedFunction): Kind {
  return concurrency === null ? "free" : "limited";
}

function writeRules(functions: readonly PlannedFunction[]): string {
  return JSON.stringify(
    Object.fromEntries(
      functions.map(({ id, finishWithinMs, concurrency }) => [id, { finishWithinMs, limit: concurrency?.limit }]),
    ),
  );
}

function readClaimed({ eventId, eventName, data, receivedAt, ...run }: ClaimedRow, token: string): ClaimedRun {
  return {
    ...run,
    token,
    event: {
      id: eventId ?? run.id,
      name: eventName ?? "inngest/event.erased",
      data: data ?? {},
      ts: receivedAt?.getTime() ?? 0,
    },
  };
}
