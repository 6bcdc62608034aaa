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
 * $1 sees runs of connectors in the billing entities ($2) they manage, and their own while they belong to the
 * organization.
 */
const VISIBLE = `
  FROM agent_runs r JOIN connectors c ON c.id = r.connector_id
  WHERE (r.billing_entity_id = ANY($2) OR (r.requested_by_id = $1 AND EXISTS (
    SELECT 1 FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id AND o.is_active
    WHERE m.organization_id = c.organization_id AND m.user_id = $1)))`;

export const LIST_RUNS = statement({
  name: "list_runs",
  params: [
    text,
    textArray,
    nullable(text),
    nullable(narrowed<RunState>()(text)),
    nullable(text),
    nullable(text),
    nullable(instant),
    nullable(instant),
    nullable(text),
    limit,
  ],
  row: ROW,
  text: `
    SELECT ${COLUMNS} ${VISIBLE}
      AND ($3::text IS NULL OR r.connector_id = $3) AND ($4::text IS NULL OR r.state = upper($4)::run_state)
      AND ($5::text IS NULL OR r.action = $5) AND ($6::text IS NULL OR r.room_id = $6)
      AND ($7::timestamptz IS NULL OR r.created_at >= $7) AND ($8::timestamptz IS NULL OR r.created_at < $8)
      AND ($9::text IS NULL OR r.id < $9) ORDER BY r.id DESC LIMIT $10`,
});

export const READ_RUN = statement({
  name: "read_run",
  params: [text, textArray, text],
  row: { ...ROW, mayManage: boolean, prompt: nullable(text), answer: nullable(text) },
  text: `
    SELECT ${COLUMNS}, r.billing_entity_id = ANY($2) AS "mayManage",
      CASE WHEN r.billing_entity_id = ANY($2) THEN r.prompt END AS prompt,
      CASE WHEN r.billing_entity_id = ANY($2) THEN r.answer END AS answer ${VISIBLE} AND r.id = $3`,
});
