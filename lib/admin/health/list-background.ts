import type { AdminAccess } from "../../access/open-administration";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { maskEverySecret } from "../../platform/mask-secrets";
import { COUNT_FAILED_BY_FUNCTION, COUNT_OPEN_RUNS, LIST_RUNS_OF_FUNCTION } from "./background.sql";

const OPEN_RUNS_MAX = 10_000;
const FAILED_RUNS_MAX = 1_000;
const RUNS_SHOWN = 20;
const MESSAGE_MAX_LENGTH = 300;

export interface FunctionRuns {
  due: number;
  running: number;
  waiting: number;
  failed: number;
  failedAt: Date | null;
  nextAt: Date | null;
}

const NONE: FunctionRuns = { due: 0, running: 0, waiting: 0, failed: 0, failedAt: null, nextAt: null };

export async function listFunctionRuns(_admin: AdminAccess): Promise<Map<string, FunctionRuns>> {
  const [open, failed] = await Promise.all([
    query(COUNT_OPEN_RUNS, { now: now(), limit: OPEN_RUNS_MAX }),
    query(COUNT_FAILED_BY_FUNCTION, { limit: FAILED_RUNS_MAX }),
  ]);
  const byFunction = new Map<string, FunctionRuns>();
  for (const { functionId, ...counts } of [...open, ...failed])
    byFunction.set(functionId, { ...(byFunction.get(functionId) ?? NONE), ...counts });
  return byFunction;
}

export interface BackgroundRun {
  id: string;
  state: "due" | "running" | "waiting" | "failed";
  attempt: number;
  at: Date;
  reason: string | null;
}

export async function listRunsOfFunction(_admin: AdminAccess, functionId: string): Promise<BackgroundRun[]> {
  const at = now();
  const rows = await query(LIST_RUNS_OF_FUNCTION, {
    functionId,
    openMax: OPEN_RUNS_MAX,
    failedMax: FAILED_RUNS_MAX,
    shownMax: RUNS_SHOWN,
  });
  return rows.map(({ id, state, attempt, wakeAt, leasedUntil, finishedAt, error }) => {
    if (state === "FAILED")
      return { id, state: "failed", attempt, at: finishedAt ?? wakeAt, reason: describeFailure(error) };
    const isRunning = leasedUntil !== null && leasedUntil > at;
    return { id, state: isRunning ? "running" : wakeAt <= at ? "due" : "waiting", attempt, at: wakeAt, reason: null };
  });
}

function describeFailure(error: { name?: string; message?: string } | null): string {
  const text = [error?.name, error?.message].filter(Boolean).join(": ");
  return maskEverySecret(text).slice(0, MESSAGE_MAX_LENGTH);
}
