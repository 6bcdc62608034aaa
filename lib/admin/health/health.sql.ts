// SQL: counts over a bounded number of rows.

import { instant, integer, limit, nullable, present, statement } from "../../db/statement";

export const READ_MAIL_QUEUE = statement({
  name: "read_mail_queue",
  params: { at: instant, limit },
  row: { due: present(integer), oldest: nullable(instant), refused: present(integer) },
  text: (p) => `
  SELECT
    (SELECT count(*)::int FROM (SELECT FROM mails WHERE due_at <= ${p.at} LIMIT ${p.limit}) d) AS due,
    (SELECT due_at FROM mails WHERE due_at <= ${p.at} ORDER BY due_at LIMIT 1) AS oldest,
    (SELECT count(problem)::int FROM (
      SELECT problem FROM mails WHERE due_at IS NOT NULL ORDER BY due_at LIMIT ${p.limit}) q) AS refused`,
});

export const COUNT_FAILING_STREAMS = statement({
  name: "count_failing_audit_streams",
  params: { limit },
  row: { failing: present(integer) },
  text: (p) => `
  SELECT count(*) FILTER (WHERE failures > 0)::int AS failing FROM (
    SELECT failures FROM audit_streams WHERE paused_at IS NULL ORDER BY next_attempt_at LIMIT ${p.limit}) s`,
});

/** A run is due when its lease ends, so a failed run's time is not before its end. */
export const COUNT_FAILED_RUNS = statement({
  name: "count_failed_background_runs",
  params: { since: instant, limit },
  row: { failed: present(integer) },
  text: (p) => `
  SELECT count(*)::int AS failed FROM (
    SELECT FROM runner_runs WHERE state = 'FAILED' AND wake_at >= ${p.since} AND finished_at >= ${p.since} LIMIT ${p.limit}) f`,
});
