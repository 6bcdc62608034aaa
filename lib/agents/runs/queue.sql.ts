// SQL: locks and the queue of runs.
import {
  boolean,
  instant,
  integer,
  json,
  limit,
  narrowed,
  nullable,
  present,
  type SqlType,
  statement,
  text,
  textArray,
  uuid,
} from "../../db/statement";
import type { ActionName, ToolProfile } from "../connectors/connector";
import type { RunEnded, RunStep } from "./run";

/**
 * FOR SHARE: taking the connector out of use waits for a request, or precedes it. There is no row without the
 * connector, or when $3 runs wait already.
 */
export const SHARE_CONNECTOR = statement({
  name: "share_connector_for_run",
  params: [text, text, limit],
  row: {},
  text: `
    SELECT FROM connectors c
    WHERE c.id = $1 AND (SELECT count(*) FROM agent_runs WHERE billing_entity_id = $2 AND state = 'QUEUED') < $3
    FOR SHARE OF c`,
});

export const LOCK_AGENT_QUEUE = statement({
  name: "lock_agent_queue",
  params: [text],
  row: { locked: integer },
  text: "SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('svc.agent-runs:' || $1, 0))",
});

/** A run whose lease has expired occupies no place. */
export const COUNT_AGENT_QUEUE = statement({
  name: "count_agent_queue",
  params: [text, instant, text, instant],
  row: { waiting: integer, running: integer, heldAt: nullable(instant), started: integer },
  text: `
    SELECT count(*) FILTER (WHERE state = 'QUEUED')::int AS waiting,
      count(*) FILTER (WHERE state = 'RUNNING' AND claimed_at >= $2)::int AS running,
      max(claimed_at) FILTER (WHERE state = 'RUNNING' AND claimed_at >= $2 AND split_part(claim_token, '/', 1) = $3) AS "heldAt",
      (SELECT count(*)::int FROM agent_runs
       WHERE billing_entity_id = $1 AND started_at >= $4 AND action <> 'test-connection') AS started
    FROM agent_runs
    WHERE billing_entity_id = $1 AND state IN ('QUEUED', 'RUNNING') AND action <> 'test-connection'`,
});

/** $2 is the claim's token. Answer, reservation, gateway and ids are those of an earlier attempt. */
const claimStatement = <const Params extends readonly SqlType<unknown>[]>(name: string, params: Params, run: string) =>
  statement({
    name,
    params,
    row: {
      id: text,
      token: present(text),
      connectorId: text,
      requestedById: text,
      requestId: text,
      action: narrowed<ActionName>()(text),
      input: json<unknown>(),
      units: integer,
      steps: json<RunStep[]>(),
      answer: nullable(text),
      reservationId: nullable(uuid),
      gatewayHost: nullable(text),
      sentIds: textArray,
      attempts: integer,
      traceId: nullable(uuid),
      isCancelled: boolean,
    },
    text: `
      UPDATE agent_runs SET state = 'RUNNING', claim_token = $2, claimed_at = $3,
        started_at = coalesce(started_at, $3), attempts = attempts + 1
      WHERE ${run}
      RETURNING id, claim_token AS token, connector_id AS "connectorId", requested_by_id AS "requestedById",
        request_id AS "requestId", action, input, units, steps, answer, reservation_id AS "reservationId", gateway_host AS "gatewayHost",
        coalesce(sent_ids, '{}') AS "sentIds", attempts, trace_id AS "traceId",
        cancel_requested_at IS NOT NULL AS "isCancelled"`,
  });

/** An interrupted run comes first; it has started, so no minute counts it again. $5 lets a waiting one start. */
export const CLAIM_AGENT_RUN = claimStatement(
  "claim_agent_run",
  [text, text, instant, instant, boolean],
  `id = (
    SELECT id FROM agent_runs
    WHERE billing_entity_id = $1 AND action <> 'test-connection'
      AND ((state = 'RUNNING' AND claimed_at < $4) OR ($5 AND state = 'QUEUED'))
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE)`,
);

export const CLAIM_CONNECTION_TEST = claimStatement(
  "claim_connection_test",
  [text, text, instant, instant],
  "id = $1 AND action = 'test-connection' AND (state = 'QUEUED' OR (state = 'RUNNING' AND claimed_at < $4))",
);

export const FIND_AGENT_TURN = statement({
  name: "find_agent_turn",
  params: [text, instant],
  row: {},
  text: `
    SELECT FROM agent_runs WHERE billing_entity_id = $1 AND action <> 'test-connection'
      AND (state = 'QUEUED' OR (state = 'RUNNING' AND claimed_at < $2)) LIMIT 1`,
});

export const LIST_IDLE_QUEUES = statement({
  name: "list_idle_queues",
  params: [instant, limit],
  row: { billingEntityId: text, startable: integer },
  text: `
    SELECT billing_entity_id AS "billingEntityId",
      least(count(*) FILTER (WHERE is_idle), $2 - count(*) FILTER (WHERE NOT is_idle AND state = 'RUNNING'))::int AS startable
    FROM (SELECT billing_entity_id, state, coalesce(claimed_at, created_at) < $1 AS is_idle FROM agent_runs
          WHERE state IN ('QUEUED', 'RUNNING') AND action <> 'test-connection') AS open
    GROUP BY 1`,
});

/** Every process runs it each minute, so it does without Prisma. */
export const LIST_OVERDUE_RUNS = statement({
  name: "list_overdue_runs",
  params: [instant, limit],
  row: { id: text },
  text: "SELECT id FROM agent_runs WHERE state = 'QUEUED' AND created_at < $1 ORDER BY id LIMIT $2",
});

export const LIST_IDLE_TESTS = statement({
  name: "list_idle_tests",
  params: [instant, limit],
  row: { id: text, action: narrowed<ActionName>()(text), billingEntityId: text },
  text: `
    SELECT id, action, billing_entity_id AS "billingEntityId" FROM agent_runs
    WHERE action = 'test-connection' AND state IN ('QUEUED', 'RUNNING') AND coalesce(claimed_at, created_at) < $1
    ORDER BY id LIMIT $2`,
});

/** Ends those runs of $1 that wait, are held by the token $8, or are held by a process silent since $9. */
export const END_RUNS = statement({
  name: "end_runs",
  params: [
    textArray,
    narrowed<"succeeded" | RunEnded["state"]>()(text),
    instant,
    nullable(text),
    nullable(text),
    nullable(json<string>()),
    narrowed<"waiting" | "held" | "expired">()(text),
    nullable(text),
    nullable(instant),
  ],
  row: {
    id: text,
    action: text,
    requestId: text,
    startedAt: nullable(instant),
    connectorId: text,
    requestedById: text,
    billingEntityId: text,
    reservationId: nullable(uuid),
    units: integer,
    organizationId: nullable(text),
    toolProfile: narrowed<ToolProfile>()(text),
  },
  text: `
    UPDATE agent_runs r SET state = upper($2)::run_state, finished_at = $3, reason = $4, reason_code = $5, result = $6,
      units_charged = CASE WHEN $2 = 'succeeded' THEN r.units ELSE 0 END, claim_token = NULL
    FROM connectors c
    WHERE r.id = ANY($1) AND c.id = r.connector_id AND CASE $7
      WHEN 'waiting' THEN r.state = 'QUEUED'
      WHEN 'held' THEN r.state = 'RUNNING' AND r.claim_token = $8
      ELSE r.state = 'RUNNING' AND r.claimed_at < $9 END
    RETURNING r.id, r.action, r.request_id AS "requestId", r.started_at AS "startedAt", r.connector_id AS "connectorId",
      r.requested_by_id AS "requestedById", r.billing_entity_id AS "billingEntityId", r.reservation_id AS "reservationId",
      r.units, c.organization_id AS "organizationId", lower(c.tool_profile::text) AS "toolProfile"`,
});

/** The order of ids keeps two transactions from a deadlock. */
export const LOCK_OPEN_RUNS = statement({
  name: "lock_open_runs",
  params: [textArray],
  row: { id: text },
  text: `
    SELECT id FROM agent_runs WHERE connector_id = ANY($1) AND state IN ('QUEUED', 'RUNNING')
    ORDER BY id FOR NO KEY UPDATE`,
});

export const LOCK_CONNECTORS_CREATED_BY = statement({
  name: "lock_connectors_created_by",
  params: [text, text],
  row: { id: text },
  text: `
    SELECT id FROM connectors WHERE organization_id = $1 AND created_by_id = $2 AND is_enabled
    ORDER BY id FOR NO KEY UPDATE`,
});
