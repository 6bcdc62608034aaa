import { prisma } from "../../lib/db/prisma";
import { type Executor, query } from "../../lib/db/transaction";
import type { ClaimedRun } from "./claim-runs";
import type { Plan } from "./plan";
import type { Failure, StoredStep } from "./protocol";
import {
  CANCEL_EXPIRED_RUNS,
  EXTEND_LEASES,
  FIND_NEXT_DUE,
  FINISH_RUN,
  LOAD_STEPS,
  RELEASE_RUN,
  SAVE_STEP,
} from "./runs.sql";

export type HeldRun = Pick<ClaimedRun, "id" | "token">;

export function loadSteps(runId: string): Promise<StoredStep[]> {
  return query(LOAD_STEPS, { runId });
}

export async function saveStep(
  run: HeldRun,
  { id, name, data, error }: StoredStep,
  order: number,
  sleepUntilMs: number | null,
): Promise<boolean> {
  const [result, failure] = error === null ? [toStorableJson(data ?? null), null] : [null, toStorableJson(error)];
  const wakeAt = sleepUntilMs === null ? null : new Date(sleepUntilMs);
  return (
    (
      await query(SAVE_STEP, {
        runId: run.id,
        token: run.token,
        stepId: id,
        name,
        data: result,
        error: failure,
        order,
        wakeAt,
      })
    ).length > 0
  );
}

export async function releaseRun(run: HeldRun, attempt: number, wakeAtMs: number): Promise<void> {
  await query(RELEASE_RUN, { runId: run.id, token: run.token, attempt, wakeAt: new Date(wakeAtMs) });
}

export async function finishRun(
  on: Executor,
  { id, token }: HeldRun,
  result: { output: unknown } | { error: Failure },
  nowMs: number,
): Promise<boolean> {
  const now = new Date(nowMs);
  const finished =
    "error" in result
      ? await on.query(FINISH_RUN, {
          runId: id,
          token,
          state: "FAILED",
          output: null,
          error: toStorableJson(result.error),
          now,
        })
      : await on.query(FINISH_RUN, {
          runId: id,
          token,
          state: "COMPLETED",
          output: toStorableJson(result.output ?? null),
          error: null,
          now,
        });
  return finished.length > 0;
}

export async function extendLeases(runs: readonly HeldRun[], untilMs: number): Promise<Set<string>> {
  const tokens = runs.map(({ token }) => token);
  const rows = await query(EXTEND_LEASES, { ids: runs.map(({ id }) => id), tokens, leasedUntil: new Date(untilMs) });
  return new Set(rows.map(({ id }) => id));
}

export async function handBackRuns(runs: readonly HeldRun[], nowMs: number): Promise<void> {
  await prisma().runnerRun.updateMany({
    where: { state: "READY", OR: runs.map(({ id, token }) => ({ id, leasedBy: token })) },
    data: { leasedBy: null, leasedUntil: null, wakeAt: new Date(nowMs) },
  });
}

const EXPIRED: Failure = { name: "RunTimedOut", message: "The run exceeded its function's time limit." };

export async function cancelExpiredRuns(nowMs: number): Promise<void> {
  await query(CANCEL_EXPIRED_RUNS, { now: new Date(nowMs), error: toStorableJson(EXPIRED) });
}

export async function findNextDueMs(plan: Plan, nowMs: number): Promise<number | null> {
  const [row] = await query(FIND_NEXT_DUE, { functionIds: [...plan.keys()], now: new Date(nowMs) });
  return row?.dueAt?.getTime() ?? null;
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "string" && /[\0\ud800-\udfff]/.test(member)
      ? member.toWellFormed().replaceAll("\0", "\ufffd")
      : member,
  );
}
