import type { Prisma } from "../../prisma/client/client";
import { openOwners } from "../access/owner-store";
import type { ActionName } from "../connectors/connector";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from "../platform/limits";
import { prisma } from "../platform/prisma";
import {
  isOver,
  type RunDetail,
  type RunResult,
  type RunState,
  type RunStep,
  type RunSummary,
  type WrittenThing,
} from "./run";
import { storedState } from "./run-audit";

const SUMMARY = {
  id: true,
  connectorId: true,
  action: true,
  state: true,
  roomId: true,
  recordId: true,
  requestedById: true,
  units: true,
  unitsCharged: true,
  input: true,
  reason: true,
  reasonCode: true,
  steps: true,
  gatewayHost: true,
  sentIds: true,
  written: true,
  result: true,
  createdAt: true,
  startedAt: true,
  finishedAt: true,
  cancelRequestedAt: true,
  billingEntityId: true,
  connector: { select: { name: true } },
} as const satisfies Prisma.AgentRunSelect;
type RunRow = Prisma.AgentRunGetPayload<{ select: typeof SUMMARY }>;

function presentRun({ connector: _, billingEntityId: _entity, input, reason, reasonCode, ...row }: RunRow): RunSummary {
  const state = row.state.toLowerCase() as RunState;
  const steps = row.steps as unknown as RunStep[];
  return {
    ...row,
    action: row.action as ActionName,
    state,
    written: row.written as unknown as WrittenThing[],
    result: row.result as RunResult | null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    cancelRequestedAt: row.cancelRequestedAt?.toISOString() ?? null,
    steps: isOver(state) ? steps.map(endStep) : steps,
    dryRun: (input as { dryRun?: boolean }).dryRun ?? false,
    reason: reason === null ? null : { code: reasonCode ?? "failed", message: reason },
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

/** Runs of connectors that the person manages, and their own while they belong to the connector's organization. */
async function whereVisible(userId: string, managed: readonly string[]): Promise<Prisma.AgentRunWhereInput> {
  const memberships = await prisma().organizationMembership.findMany({
    where: { userId, organization: { isActive: true } },
    select: { organizationId: true },
  });
  const organizationId = { in: memberships.map((membership) => membership.organizationId) };
  return {
    OR: [{ billingEntityId: { in: [...managed] } }, { requestedById: userId, connector: { organizationId } }],
  };
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
  const { connectorId, state, action, roomId, from, to, cursor } = filters;
  const where = {
    ...(await whereVisible(userId, await listManagedEntities(userId))),
    ...(connectorId === undefined ? {} : { connectorId }),
    ...(state === undefined ? {} : { state: storedState(state) }),
    ...(action === undefined ? {} : { action }),
    ...(roomId === undefined ? {} : { roomId }),
    createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) },
    ...(cursor === undefined ? {} : { id: { lt: cursor } }),
  };
  const rows = await prisma().agentRun.findMany({ where, select: SUMMARY, orderBy: { id: "desc" }, take: limit + 1 });
  const shown = rows.slice(0, limit);
  const names = await readNames(shown);
  const runs = shown.map((row) => ({ ...presentRun(row), ...names(row) }));
  return { runs, nextCursor: rows.length > limit ? (runs.at(-1)?.id ?? null) : null };
}

type Names = Pick<ListedRun, "connectorName" | "requestedByName" | "roomName">;

async function readNames(rows: readonly RunRow[]): Promise<(row: RunRow) => Names> {
  const select = { id: true, name: true };
  const [users, rooms] = await Promise.all([
    prisma().user.findMany({ where: { id: { in: rows.map((row) => row.requestedById) } }, select }),
    prisma().room.findMany({ where: { id: { in: rows.flatMap((row) => row.roomId ?? []) } }, select }),
  ]);
  return ({ connector, requestedById, roomId }) => ({
    connectorName: connector.name,
    requestedByName: users.find(({ id }) => id === requestedById)?.name ?? null,
    roomName: rooms.find(({ id }) => id === roomId)?.name ?? null,
  });
}

/** A run that this person may not see does not exist for them. */
async function findRun(userId: string, runId: string) {
  const managed = await listManagedEntities(userId);
  const where = { id: runId, ...(await whereVisible(userId, managed)) };
  const row = isId("run", runId)
    ? await prisma().agentRun.findFirst({ where, select: { ...SUMMARY, prompt: true, answer: true } })
    : null;
  if (!row) throw notFound();
  const { prompt, answer, ...run } = row;
  return { run, words: { prompt, answer }, mayManage: managed.includes(run.billingEntityId) };
}

/** Prompt and answer are for those who manage the connector. */
export async function readRun(userId: string, runId: string): Promise<RunDetail> {
  const { run, words, mayManage } = await findRun(userId, runId);
  const names = await readNames([run]);
  return { ...presentRun(run), ...names(run), mayManage, ...(mayManage ? words : { prompt: null, answer: null }) };
}

/** For programs: a run of this connector, without prompt and answer. */
export async function readRunOf(userId: string, connectorId: string, runId: string): Promise<RunSummary> {
  const { run } = await findRun(userId, runId);
  if (run.connectorId !== connectorId) throw notFound();
  return presentRun(run);
}
