// SQL: counts over a bounded number of rows, and a retry in one statement.

import { enumeration, instant, integer, json, limit, nullable, present, statement, text } from "../../db/statement";

/** Row limits bound every read of the runner's runs, in the order of the index by state and time. */
const OPEN = "SELECT * FROM runner_runs WHERE state = 'READY' ORDER BY state, wake_at LIMIT";
const FAILED = "SELECT * FROM runner_runs WHERE state = 'FAILED' ORDER BY state DESC, wake_at DESC LIMIT";

/** A lease moves the run's time to its own end, so a run under way is not due. */
export const COUNT_OPEN_RUNS = statement({
  name: "count_open_background_runs",
  params: { now: instant, limit },
  row: {
    functionId: text,
    due: present(integer),
    running: present(integer),
    waiting: present(integer),
    nextAt: nullable(instant),
  },
  text: (p) => `
  SELECT function_id AS "functionId", count(*) FILTER (WHERE wake_at <= ${p.now})::int AS due,
    count(*) FILTER (WHERE leased_until > ${p.now})::int AS running,
    count(*) FILTER (WHERE wake_at > ${p.now} AND leased_until IS NULL)::int AS waiting,
    min(wake_at) FILTER (WHERE wake_at > ${p.now} AND leased_until IS NULL) AS "nextAt"
  FROM (${OPEN} ${p.limit}) r GROUP BY function_id`,
});

export const COUNT_FAILED_BY_FUNCTION = statement({
  name: "count_failed_background_runs_by_function",
  params: { limit },
  row: { functionId: text, failed: present(integer), failedAt: nullable(instant) },
  text: (p) => `
  SELECT function_id AS "functionId", count(*)::int AS failed, max(finished_at) AS "failedAt"
  FROM (${FAILED} ${p.limit}) r GROUP BY function_id`,
});

export const LIST_RUNS_OF_FUNCTION = statement({
  name: "list_background_runs_of_function",
  params: { functionId: text, openMax: limit, failedMax: limit, shownMax: limit },
  row: {
    id: text,
    state: enumeration<"READY" | "FAILED">("runner_run_state"),
    attempt: integer,
    wakeAt: instant,
    leasedUntil: nullable(instant),
    finishedAt: nullable(instant),
    error: nullable(json<{ name?: string; message?: string }>()),
  },
  text: (p) => `
  SELECT id, state, attempt, wake_at AS "wakeAt", leased_until AS "leasedUntil", finished_at AS "finishedAt", error FROM (
    (SELECT * FROM (${OPEN} ${p.openMax}) o WHERE function_id = ${p.functionId} ORDER BY wake_at LIMIT ${p.shownMax})
    UNION ALL
    (SELECT * FROM (${FAILED} ${p.failedMax}) f WHERE function_id = ${p.functionId} ORDER BY wake_at DESC LIMIT ${p.shownMax})) r`,
});

/** Successful steps are not repeated: the run resumes at the one that failed. */
export const RETRY_RUN = statement({
  name: "retry_background_run",
  params: { runId: text, now: instant },
  row: { functionId: text },
  text: (p) => `
  WITH retried AS (
    UPDATE runner_runs SET state = 'READY', attempt = 0, lapses = 0, wake_at = ${p.now}, finished_at = NULL, error = NULL,
      expires_at = NULL
    WHERE id = ${p.runId} AND state = 'FAILED' RETURNING id, function_id
  ), forgotten AS (
    DELETE FROM runner_steps WHERE run_id IN (SELECT id FROM retried) AND error IS NOT NULL
  )
  SELECT function_id AS "functionId" FROM retried`,
});
