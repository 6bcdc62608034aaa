import { openOwners } from "../access/open-owner";
import type { ActionName } from "../connectors/connector";
import { judgeResult } from "../idempotency/idempotency";
import { now } from "../platform/clock";
import { sql, type Transaction, transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { AGENT_RUNS_QUEUED_MAX, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from "../platform/limits";
import { isoText } from "../platform/pool";
import {
  isOver,
  type RunDetail,
  type RunResult,
  type RunState,
  type RunStep,
  type RunSummary,
  type WrittenThing,
} from "./run";
import { cancelRuns } from "./run-end-store";

const COLUMNS = `r.id, r.connector_id AS "connectorId", r.action, lower(r.state::text) AS state, r.room_id AS "roomId",
  r.record_id AS "recordId", r.requested_by_id AS "requestedById", r.units, r.units_charged AS "unitsCharged",
  r.input, r.reason, r.reason_code AS "reasonCode", r.steps, r.gateway_host AS "gatewayHost", coalesce(r.sent_ids, '{}') AS "sentIds",
  r.written, r.result, ${isoText("r.created_at")} AS "createdAt", ${isoText("r.started_at")} AS "startedAt",
  ${isoText("r.finished_at")} AS "finishedAt", ${isoText("r.cancel_requested_at")} AS "cancelRequestedAt"`;

interface RunRow {
  id: string;
  connectorId: string;
  action: ActionName;
  state: RunState;
  roomId: string | null;
  recordId: string | null;
  requestedById: string;
  units: number;
  unitsCharged: number;
  input: { dryRun?: boolean };
  reason: string | null;
  reasonCode: string | null;
  steps: RunStep[];
  gatewayHost: string | null;
  sentIds: string[];
  written: WrittenThing[];
  result: RunResult | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  cancelRequestedAt: string | null;
}

function presentRun({ input, reason, reasonCode, steps, ...row }: RunRow): RunSummary {
  return {
    ...row,
    steps: isOver(row.state) ? steps.map(endStep) : steps,
    dryRun: input.dryRun ?? false,
    reason: reason === null ? null : { code: reasonCode ?? "failed", message: reason },
  };
}

/** Of a run that has ended nothing goes on, and nothing is still to come. */
function endStep(step: RunStep): RunStep {
  if (step.state === "running") return { ...step, state: "failed", code: "stopped" };
  return step.state === "pending" ? { ...step, state: "skipped" } : step;
}

/**
 * Runs that $1 may see: of connectors of theirs ($2: the billing entities in which they manage), and those that they
 * asked for themselves, as long as they belong to where the connector does.
 */
const VISIBLE = `
  FROM agent_runs r JOIN connectors c ON c.id = r.connector_id
  WHERE (r.billing_entity_id = ANY($2) OR (r.requested_by_id = $1 AND EXISTS (
    SELECT 1 FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id AND o.is_active
    WHERE m.organization_id = c.organization_id AND m.user_id = $1)))`;

async function listManagedEntities(userId: string): Promise<string[]> {
  return (await openOwners(userId)).map(({ owner }) => owner.billingEntityId);
}

export interface RunFilters {
  connectorId?: string | undefined;
  state?: RunState | undefined;
  action?: ActionName | undefined;
  roomId?: string | undefined;
  /** Asked for at this instant or later, and before that one. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** The last page's `nextCursor`. */
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListedRun extends RunSummary {
  connectorName: string;
  requestedByName: string | null;
  roomName: string | null;
}

const NAMES = `c.name AS "connectorName", (SELECT u.name FROM users u WHERE u.id = r.requested_by_id) AS "requestedByName",
  (SELECT m.name FROM rooms m WHERE m.id = r.room_id) AS "roomName"`;

/** Newest first: runs of connectors that this person manages, and their own. */
export async function listRuns(
  userId: string,
  filters: RunFilters = {},
): Promise<{ runs: ListedRun[]; nextCursor: string | null }> {
  const limit = Math.min(LIST_LIMIT_MAX, Math.max(1, filters.limit ?? LIST_LIMIT_DEFAULT));
  const rows = await sql<RunRow & Omit<ListedRun, keyof RunSummary>>(
    "list_runs",
    `SELECT ${COLUMNS}, ${NAMES} ${VISIBLE}
       AND ($3::text IS NULL OR r.connector_id = $3) AND ($4::run_state IS NULL OR r.state = $4)
       AND ($5::text IS NULL OR r.action = $5) AND ($6::text IS NULL OR r.room_id = $6)
       AND ($7::timestamptz IS NULL OR r.created_at >= $7) AND ($8::timestamptz IS NULL OR r.created_at < $8)
       AND ($9::text IS NULL OR r.id < $9) ORDER BY r.id DESC LIMIT $10`,
    [
      userId,
      await listManagedEntities(userId),
      filters.connectorId ?? null,
      filters.state?.toUpperCase() ?? null,
      filters.action ?? null,
      filters.roomId ?? null,
      filters.from ?? null,
      filters.to ?? null,
      filters.cursor ?? null,
      limit + 1,
    ],
  );
  const runs = rows.slice(0, limit).map(({ connectorName, requestedByName, roomName, ...row }) => ({
    ...presentRun(row),
    connectorName,
    requestedByName,
    roomName,
  }));
  return { runs, nextCursor: rows.length > limit ? (runs.at(-1)?.id ?? null) : null };
}

type DetailRow = RunRow &
  Pick<RunDetail, "connectorName" | "requestedByName" | "roomName" | "mayManage" | "prompt" | "answer">;

async function findRun(userId: string, runId: string): Promise<DetailRow> {
  const [row] = isId("run", runId)
    ? await sql<DetailRow>(
        "read_run",
        `SELECT ${COLUMNS}, ${NAMES}, r.billing_entity_id = ANY($2) AS "mayManage", r.prompt, r.answer ${VISIBLE} AND r.id = $3`,
        [userId, await listManagedEntities(userId), runId],
      )
    : [];
  if (!row) throw notFound();
  return row;
}

/** One that is not theirs to see does not exist. Prompt and answer are for those who manage the connector. */
export async function readRun(userId: string, runId: string): Promise<RunDetail> {
  const { connectorName, requestedByName, roomName, mayManage, prompt, answer, ...row } = await findRun(userId, runId);
  const words = mayManage ? { prompt, answer } : { prompt: null, answer: null };
  return { ...presentRun(row), connectorName, requestedByName, roomName, mayManage, ...words };
}

/** For programs: of this connector, and without its words. */
export async function readRunOf(userId: string, connectorId: string, runId: string): Promise<RunSummary> {
  const {
    connectorName: _,
    requestedByName: _by,
    roomName: _in,
    mayManage: _may,
    prompt: _p,
    answer: _a,
    ...row
  } = await findRun(userId, runId);
  if (row.connectorId !== connectorId) throw notFound();
  return presentRun(row);
}

/** One that has ended stays as it is. */
export async function cancelRun(userId: string, runId: string): Promise<RunSummary> {
  const { connectorId } = await findRun(userId, runId);
  await transaction((tx) => cancelRuns(tx, [runId]));
  return readRunOf(userId, connectorId, runId);
}

/** A request's `Idempotency-Key`, of one person, and what it asked for. */
export interface RunKey {
  key: string;
  fingerprint: Buffer;
}

/** The run that this key started; throws when it started another one, or too long ago. */
export async function findKeyedRun(userId: string, { key, fingerprint }: RunKey): Promise<string | null> {
  const [run] = await sql<{ id: string; fingerprint: Buffer; createdAt: Date }>(
    "find_keyed_run",
    `SELECT id, fingerprint, created_at AS "createdAt" FROM agent_runs WHERE requested_by_id = $1 AND idempotency_key = $2`,
    [userId, key],
  );
  return run ? judgeResult(run, fingerprint, now()).id : null;
}

export interface NewRun {
  id: string;
  connectorId: string;
  billingEntityId: string;
  action: ActionName;
  requestedById: string;
  roomId: string | null;
  recordId: string | null;
  input: unknown;
  units: number;
  steps: readonly string[];
  requestId: string;
  key: RunKey | null;
}

/**
 * False: too many of this billing entity wait already, or the key has just started another. It shares the connector's row:
 * whoever takes that out of use either finds this run, or has done so before it is there to be claimed.
 */
export async function insertRun(tx: Transaction, run: NewRun): Promise<boolean> {
  const steps = run.steps.map(
    (name): RunStep => ({ name, state: "pending", code: null, detail: null, durationMs: null }),
  );
  const rows = await tx.sql(
    "insert_run",
    `INSERT INTO agent_runs (id, connector_id, billing_entity_id, action, requested_by_id, room_id, record_id, input, units,
       steps, request_id, created_at, idempotency_key, fingerprint)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $14, $15
     FROM connectors c
     WHERE c.id = $2 AND (SELECT count(*) FROM agent_runs WHERE billing_entity_id = $3 AND state = 'QUEUED') < $13
     FOR SHARE OF c ON CONFLICT (requested_by_id, idempotency_key) DO NOTHING RETURNING id`,
    [
      run.id,
      run.connectorId,
      run.billingEntityId,
      run.action,
      run.requestedById,
      run.roomId,
      run.recordId,
      JSON.stringify(run.input),
      run.units,
      JSON.stringify(steps),
      run.requestId,
      now(),
      AGENT_RUNS_QUEUED_MAX,
      run.key?.key ?? null,
      run.key?.fingerprint ?? null,
    ],
  );
  return rows.length > 0;
}
