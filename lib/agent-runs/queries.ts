import { openOwners } from "../access/open-owner";
import type { ActionName } from "../connectors/connector";
import { query } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from "../platform/limits";
import { isOver, type RunDetail, type RunReason, type RunState, type RunStep, type RunSummary } from "./run";
import { storedState } from "./run-audit";
import { LIST_RUNS, READ_RUN } from "./runs.sql";

interface StoredRun {
  state: RunState;
  steps: RunStep[];
  input: { dryRun?: boolean };
  reason: string | null;
  reasonCode: string | null;
}

function presentRun<Row extends StoredRun>({ input, reason, reasonCode, steps, ...row }: Row) {
  const why: RunReason | null = reason === null ? null : { code: reasonCode ?? "failed", message: reason };
  return {
    ...row,
    steps: isOver(row.state) ? steps.map(endStep) : steps,
    dryRun: input.dryRun ?? false,
    reason: why,
  };
}

/** In a run that has ended no step goes on or is still to come. */
function endStep(step: RunStep): RunStep {
  if (step.state === "running") return { ...step, state: "failed", code: "stopped" };
  return step.state === "pending" ? { ...step, state: "skipped" } : step;
}

/** The billing entities in which this person manages connectors. */
async function listManagedEntities(userId: string): Promise<string[]> {
  return (await openOwners(userId)).map(({ owner }) => owner.billingEntityId);
}

export interface RunFilters {
  connectorId?: string | undefined;
  state?: RunState | undefined;
  action?: ActionName | undefined;
  roomId?: string | undefined;
  /** Requested at this instant or later, and before that one. */
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

/** Newest first: runs of connectors that this person manages, and their own. */
export async function listRuns(
  userId: string,
  filters: RunFilters = {},
): Promise<{ runs: ListedRun[]; nextCursor: string | null }> {
  const limit = Math.min(LIST_LIMIT_MAX, Math.max(1, filters.limit ?? LIST_LIMIT_DEFAULT));
  const rows = await query(LIST_RUNS, [
    userId,
    await listManagedEntities(userId),
    filters.connectorId ?? null,
    filters.state ? storedState(filters.state) : null,
    filters.action ?? null,
    filters.roomId ?? null,
    filters.from ?? null,
    filters.to ?? null,
    filters.cursor ?? null,
    limit + 1,
  ]);
  const runs = rows.slice(0, limit).map(presentRun);
  return { runs, nextCursor: rows.length > limit ? (runs.at(-1)?.id ?? null) : null };
}

/** A run that this person may not see does not exist for them. Prompt and answer are for the connector's managers. */
export async function readRun(userId: string, runId: string): Promise<RunDetail> {
  const [row] = isId("run", runId) ? await query(READ_RUN, [userId, await listManagedEntities(userId), runId]) : [];
  if (!row) throw notFound();
  return { ...presentRun(row), ...(row.mayManage ? {} : { prompt: null, answer: null }) };
}

/** For programs: a run of this connector, without names, prompt and answer. */
export async function readRunOf(userId: string, connectorId: string, runId: string): Promise<RunSummary> {
  const { connectorName, requestedByName, roomName, mayManage, prompt, answer, ...run } = await readRun(userId, runId);
  if (run.connectorId !== connectorId) throw notFound();
  return run;
}
