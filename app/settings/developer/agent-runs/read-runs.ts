import { createHash } from "node:crypto";
import { type ListedRun, listRuns } from "@/lib/agents/runs/queries";
import { isOver } from "@/lib/agents/runs/run";
import { printRun, type RunQuery, toRunFilter } from "@/lib/agents/runs/run-filter";
import { now } from "@/lib/platform/clock";
import { isId } from "@/lib/platform/ids";

const RUNS_PER_PAGE = 50;

export interface RunPage {
  runs: ListedRun[];
  nextCursor: string | null;
  rows: string[];
  fingerprint: string;
  isMoving: boolean;
}

export async function readRuns(userId: string, query: RunQuery, after: string): Promise<RunPage> {
  const filter = {
    ...toRunFilter(query, now()),
    limit: RUNS_PER_PAGE,
    ...(isId("run", after) ? { cursor: after } : {}),
  };
  const page = await listRuns(userId, filter);
  const print = page.runs.map(printRun).join("\n");
  return {
    ...page,
    rows: page.runs.map(({ id }) => id),
    fingerprint: createHash("sha256").update(print).digest("base64url").slice(0, 16),
    isMoving: page.runs.some(({ state }) => !isOver(state)),
  };
}
