import { openOwners } from "../../access/open-owner";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from "../../platform/limits";
import type { ActionName } from "../connectors/connector";
import type { ConnectorAccess } from "../connectors/open-connector";
import { LIST_RECORDS_TO_RUN } from "./context.sql";
import { isOver, type RunState, type RunStep } from "./run";
import { LIST_RUNS, READ_RUN } from "./runs.sql";

export type ListedRun = RowOf<typeof LIST_RUNS>;
export type RunDetail = RowOf<typeof READ_RUN>;
export type RunSummary = Omit<
  RunDetail,
  "connectorName" | "requestedByName" | "roomName" | "mayManage" | "prompt" | "answer"
>;

function endSteps<Run extends Pick<ListedRun, "state" | "steps">>(run: Run): Run {
  return isOver(run.state) ? { ...run, steps: run.steps.map(endStep) } : run;
}

function endStep(step: RunStep): RunStep {
  if (step.state === "running") return { ...step, state: "failed", code: "stopped" };
  return step.state === "pending" ? { ...step, state: "skipped" } : step;
}

async function listManagedEntities(userId: string): Promise<string[]> {
  return (await openOwners(userId)).map(({ owner }) => owner.billingEntityId);
}

export interface RunFilters {
  connectorId?: string | undefined;
  state?: RunState | undefined;
  action?: ActionName | undefined;
  roomId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export async function listRuns(
  userId: string,
  filters: RunFilters = {},
): Promise<{ runs: ListedRun[]; nextCursor: string | null }> {
  const limit = Math.min(LIST_LIMIT_MAX, Math.max(1, filters.limit ?? LIST_LIMIT_DEFAULT));
  const rows = await query(LIST_RUNS, {
    userId,
    billingEntityIds: await listManagedEntities(userId),
    connectorId: filters.connectorId ?? null,
    state: filters.state ?? null,
    action: filters.action ?? null,
    roomId: filters.roomId ?? null,
    from: filters.from ?? null,
    to: filters.to ?? null,
    cursor: filters.cursor ?? null,
    limit: limit + 1,
  });
  const runs = rows.slice(0, limit).map(endSteps);
  return { runs, nextCursor: rows.length > limit ? (runs.at(-1)?.id ?? null) : null };
}

export async function readRun(userId: string, runId: string): Promise<RunDetail> {
  const [row] = isId("run", runId)
    ? await query(READ_RUN, { userId, billingEntityIds: await listManagedEntities(userId), runId })
    : [];
  if (!row) throw notFound();
  return endSteps(row);
}

export async function readRunOf(userId: string, connectorId: string, runId: string): Promise<RunSummary> {
  const { connectorName, requestedByName, roomName, mayManage, prompt, answer, ...run } = await readRun(userId, runId);
  if (run.connectorId !== connectorId) throw notFound();
  return run;
}

export type RecordToRun = RowOf<typeof LIST_RECORDS_TO_RUN>;

const RECORDS_OFFERED_MAX = 100;

export function listRecordsToRun({ connectorId, userId }: ConnectorAccess): Promise<RecordToRun[]> {
  return query(LIST_RECORDS_TO_RUN, { connectorId, userId, limit: RECORDS_OFFERED_MAX });
}
