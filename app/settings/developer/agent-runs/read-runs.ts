import { writeFingerprint } from "@/app/_ui/list/serve-pulse";
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
  return {
    ...page,
    rows: page.runs.map(({ id }) => id),
    fingerprint: writeFingerprint(page.runs.map(printRun)),
    isMoving: page.runs.some(({ state }) => !isOver(state)),
  };
}
