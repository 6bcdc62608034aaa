// SQL: one visibility rule for the list and the page, with names from three tables.
import { isoText } from "../../db/pool";
import {
  boolean,
  instant,
  instantText,
  integer,
  json,
  limit,
  narrowed,
  nullable,
  statement,
  text,
  textArray,
} from "../../db/statement";
import type { ActionName } from "../connectors/connector";
import type { RunResult, RunState, RunStep, WrittenThing } from "./run";

const ROW = {
  id: text,
  connectorId: text,
  action: narrowed<ActionName>()(text),
  state: narrowed<RunState>()(text),
  roomId: nullable(text),
  recordId: nullable(text),
  requestedById: text,
  units: integer,
  unitsCharged: integer,
  dryRun: boolean,
  reason: nullable(json<{ code: string; message: string }>()),
  steps: json<RunStep[]>(),
  gatewayHost: nullable(text),
  sentIds: narrowed<string[]>()(textArray),
  written: json<WrittenThing[]>(),
  result: nullable(json<RunResult>()),
  createdAt: instantText,
  startedAt: nullable(instantText),
  finishedAt: nullable(instantText),
  cancelRequestedAt: nullable(instantText),
  connectorName: text,
  requestedByName: nullable(text),
  roomName: nullable(text),
};

const COLUMNS = `r.id, r.connector_id AS "connectorId", r.action, lower(r.state::text) AS state, r.room_id AS "roomId",
  r.record_id AS "recordId", r.requested_by_id AS "requestedById", r.units, r.units_charged AS "unitsCharged",
  r.input @> '{"dryRun": true}' AS "dryRun", CASE WHEN r.reason IS NOT NULL
    THEN jsonb_build_object('code', coalesce(r.reason_code, 'failed'), 'message', r.reason) END AS reason,
  r.steps, r.gateway_host AS "gatewayHost",
  coalesce(r.sent_ids, '{}') AS "sentIds", r.written, r.result, ${isoText("r.created_at")} AS "createdAt",
  ${isoText("r.started_at")} AS "startedAt", ${isoText("r.finished_at")} AS "finishedAt",
  ${isoText("r.cancel_requested_at")} AS "cancelRequestedAt", c.name AS "connectorName",
  (SELECT u.name FROM users u WHERE u.id = r.requested_by_id) AS "requestedByName",
  (SELECT m.name FROM rooms m WHERE m.id = r.room_id) AS "roomName"`;

/**
 * People see runs of connectors in the billing entities they manage, and their own while they belong to the
 * organization.
 */
const fromVisibleRuns = (p: { billingEntityIds: string; userId: string }) => `
  FROM agent_runs r JOIN connectors c ON c.id = r.connector_id
  WHERE (r.billing_entity_id = ANY(${p.billingEntityIds}) OR (r.requested_by_id = ${p.userId} AND EXISTS (
    SELECT 1 FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id AND o.is_active
    WHERE m.organization_id = c.organization_id AND m.user_id = ${p.userId})))`;

export const LIST_RUNS = statement({
  name: "list_runs",
  params: {
    userId: text,
    billingEntityIds: textArray,
    connectorId: nullable(text),
    state: nullable(narrowed<RunState>()(text)),
    action: nullable(text),
    roomId: nullable(text),
    from: nullable(instant),
    to: nullable(instant),
    cursor: nullable(text),
    limit,
  },
  row: ROW,
  text: (p) => `
    SELECT ${COLUMNS} ${fromVisibleRuns(p)}
      AND (${p.connectorId}::text IS NULL OR r.connector_id = ${p.connectorId}) AND (${p.state}::text IS NULL OR r.state = upper(${p.state})::run_state)
      AND (${p.action}::text IS NULL OR r.action = ${p.action}) AND (${p.roomId}::text IS NULL OR r.room_id = ${p.roomId})
      AND (${p.from}::timestamptz IS NULL OR r.created_at >= ${p.from}) AND (${p.to}::timestamptz IS NULL OR r.created_at < ${p.to})
      AND (${p.cursor}::text IS NULL OR r.id < ${p.cursor}) ORDER BY r.id DESC LIMIT ${p.limit}`,
});

export const READ_RUN = statement({
  name: "read_run",
  params: { userId: text, billingEntityIds: textArray, runId: text },
  row: { ...ROW, mayManage: boolean, prompt: nullable(text), answer: nullable(text) },
  text: (p) => `
    SELECT ${COLUMNS}, r.billing_entity_id = ANY(${p.billingEntityIds}) AS "mayManage",
      CASE WHEN r.billing_entity_id = ANY(${p.billingEntityIds}) THEN r.prompt END AS prompt,
      CASE WHEN r.billing_entity_id = ANY(${p.billingEntityIds}) THEN r.answer END AS answer ${fromVisibleRuns(p)} AND r.id = ${p.runId}`,
});
