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
  statement,
  text,
  textArray,
  uuid,
} from "../../db/statement";
import type { ActionName, ToolProfile } from "../connectors/connector";
import type { RunEnded, RunStep } from "./run";

/**
 * FOR SHARE: taking the connector out of use waits for a request, or precedes it. There is no row without the
 * connector, or when `limit` runs wait already.
 */
export const SHARE_CONNECTOR = statement({
  name: "share_connector_for_run",
  params: { connectorId: text, billingEntityId: text, limit },
  row: {},
  text: (p) => `
    SELECT FROM connectors c
    WHERE c.id = ${p.connectorId} AND (SELECT count(*) FROM agent_runs WHERE billing_entity_id = ${p.billingEntityId} AND state = 'QUEUED') < ${p.limit}
    FOR SHARE OF c`,
});

export const LOCK_AGENT_QUEUE = statement({
  name: "lock_agent_queue",
  params: { billingEntityId: text },
  row: { locked: integer },
  text: (p) =>
    `SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('svc.agent-runs:' || ${p.billingEntityId}, 0))`,
});

/** A run whose lease has expired occupies no place. */
export const COUNT_AGENT_QUEUE = statement({
  name: "count_agent_queue",
  params: { billingEntityId: text, aliveSince: instant, worker: text, minute: instant },
  row: { waiting: integer, running: integer, heldAt: nullable(instant), started: integer },
  text: (p) => `
    SELECT count(*) FILTER (WHERE state = 'QUEUED')::int AS waiting,
      count(*) FILTER (WHERE state = 'RUNNING' AND claimed_at >= ${p.aliveSince})::int AS running,
      max(claimed_at) FILTER (WHERE state = 'RUNNING' AND claimed_at >= ${p.aliveSince} AND split_part(claim_token, '/', 1) = ${p.worker}) AS "heldAt",
      (SELECT count(*)::int FROM agent_runs
       WHERE billing_entity_id = ${p.billingEntityId} AND started_at >= ${p.minute} AND action <> 'test-connection') AS started
    FROM agent_runs
    WHERE billing_entity_id = ${p.billingEntityId} AND state IN ('QUEUED', 'RUNNING') AND action <> 'test-connection'`,
});

const CLAIMED_ROW = {
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
};

const claim = (p: { token: string; at: string }, run: string) => `
      UPDATE agent_runs SET state = 'RUNNING', claim_token = ${p.token}, claimed_at = ${p.at},
        started_at = coalesce(started_at, ${p.at}), attempts = attempts + 1
      WHERE ${run}
      RETURNING id, claim_token AS token, connector_id AS "connectorId", requested_by_id AS "requestedById",
        request_id AS "requestId", action, input, units, steps, answer, reservation_id AS "reservationId", gateway_host AS "gatewayHost",
        coalesce(sent_ids, '{}') AS "sentIds", attempts, trace_id AS "traceId",
        cancel_requested_at IS NOT NULL AS "isCancelled"`;

/** An interrupted run comes first; it has started, so no minute counts it again. A waiting one starts only if it may. */
export const CLAIM_AGENT_RUN = statement({
  name: "claim_agent_run",
  params: { billingEntityId: text, token: text, at: instant, leaseStart: instant, mayStart: boolean },
  row: CLAIMED_ROW,
  text: (p) =>
    claim(
      p,
      `id = (
    SELECT id FROM agent_runs
    WHERE billing_entity_id = ${p.billingEntityId} AND action <> 'test-connection'
      AND ((state = 'RUNNING' AND claimed_at < ${p.leaseStart}) OR (${p.mayStart} AND state = 'QUEUED'))
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE)`,
    ),
});

export const CLAIM_CONNECTION_TEST = statement({
  name: "claim_connection_test",
  params: { runId: text, token: text, at: instant, leaseStart: instant },
  row: CLAIMED_ROW,
  text: (p) =>
    claim(
      p,
      `id = ${p.runId} AND action = 'test-connection' AND (state = 'QUEUED' OR (state = 'RUNNING' AND claimed_at < ${p.leaseStart}))`,
    ),
});

export const FIND_AGENT_TURN = statement({
  name: "find_agent_turn",
  params: { billingEntityId: text, leaseStart: instant },
  row: {},
  text: (p) => `
    SELECT FROM agent_runs WHERE billing_entity_id = ${p.billingEntityId} AND action <> 'test-connection'
      AND (state = 'QUEUED' OR (state = 'RUNNING' AND claimed_at < ${p.leaseStart})) LIMIT 1`,
});

export const LIST_IDLE_QUEUES = statement({
  name: "list_idle_queues",
  params: { leaseStart: instant, concurrentRuns: limit },
  row: { billingEntityId: text, startable: integer },
  text: (p) => `
    SELECT billing_entity_id AS "billingEntityId",
      least(count(*) FILTER (WHERE is_idle), ${p.concurrentRuns} - count(*) FILTER (WHERE NOT is_idle AND state = 'RUNNING'))::int AS startable
    FROM (SELECT billing_entity_id, state, coalesce(claimed_at, created_at) < ${p.leaseStart} AS is_idle FROM agent_runs
          WHERE state IN ('QUEUED', 'RUNNING') AND action <> 'test-connection') AS open
    GROUP BY 1`,
});

/** Every process runs it each minute, so it does without Prisma. */
export const LIST_OVERDUE_RUNS = statement({
  name: "list_overdue_runs",
  params: { createdBefore: instant, limit },
  row: { id: text },
  text: (p) =>
    `SELECT id FROM agent_runs WHERE state = 'QUEUED' AND created_at < ${p.createdBefore} ORDER BY id LIMIT ${p.limit}`,
});

export const LIST_IDLE_TESTS = statement({
  name: "list_idle_tests",
  params: { silentSince: instant, limit },
  row: { id: text, action: narrowed<ActionName>()(text), billingEntityId: text },
  text: (p) => `
    SELECT id, action, billing_entity_id AS "billingEntityId" FROM agent_runs
    WHERE action = 'test-connection' AND state IN ('QUEUED', 'RUNNING') AND coalesce(claimed_at, created_at) < ${p.silentSince}
    ORDER BY id LIMIT ${p.limit}`,
});

export const END_RUNS = statement({
  name: "end_runs",
  params: {
    runIds: textArray,
    state: narrowed<"succeeded" | RunEnded["state"]>()(text),
    now: instant,
    reason: nullable(text),
    reasonCode: nullable(text),
    result: nullable(json<string>()),
    claimState: narrowed<"waiting" | "held" | "expired">()(text),
    token: nullable(text),
    silentSince: nullable(instant),
  },
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
  text: (p) => `
    UPDATE agent_runs r SET state = upper(${p.state})::run_state, finished_at = ${p.now}, reason = ${p.reason}, reason_code = ${p.reasonCode}, result = ${p.result},
      units_charged = CASE WHEN ${p.state} = 'succeeded' THEN r.units ELSE 0 END, claim_token = NULL
    FROM connectors c
    WHERE r.id = ANY(${p.runIds}) AND c.id = r.connector_id AND CASE ${p.claimState}
      WHEN 'waiting' THEN r.state = 'QUEUED'
      WHEN 'held' THEN r.state = 'RUNNING' AND r.claim_token = ${p.token}
      ELSE r.state = 'RUNNING' AND r.claimed_at < ${p.silentSince} END
    RETURNING r.id, r.action, r.request_id AS "requestId", r.started_at AS "startedAt", r.connector_id AS "connectorId",
      r.requested_by_id AS "requestedById", r.billing_entity_id AS "billingEntityId", r.reservation_id AS "reservationId",
      r.units, c.organization_id AS "organizationId", lower(c.tool_profile::text) AS "toolProfile"`,
});

/** The order of ids keeps two transactions from a deadlock. */
export const LOCK_OPEN_RUNS = statement({
  name: "lock_open_runs",
  params: { connectorIds: textArray },
  row: { id: text },
  text: (p) => `
    SELECT id FROM agent_runs WHERE connector_id = ANY(${p.connectorIds}) AND state IN ('QUEUED', 'RUNNING')
    ORDER BY id FOR NO KEY UPDATE`,
});

export const LOCK_CONNECTORS_CREATED_BY = statement({
  name: "lock_connectors_created_by",
  params: { organizationId: text, userId: text },
  row: { id: text },
  text: (p) => `
    SELECT id FROM connectors WHERE organization_id = ${p.organizationId} AND created_by_id = ${p.userId} AND is_enabled
    ORDER BY id FOR NO KEY UPDATE`,
});
