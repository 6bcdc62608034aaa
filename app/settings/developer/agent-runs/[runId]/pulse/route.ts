import { servePulse } from "@/app/_ui/list/serve-pulse";
import { readRun } from "@/lib/agents/runs/queries";
import { isOver } from "@/lib/agents/runs/run";
import { printRun } from "@/lib/agents/runs/run-filter";

export const GET = servePulse<{ runId: string }>(async ({ user, params }) => {
  const run = await readRun(user.id, params.runId);
  return { fingerprint: printRun(run), isMoving: !isOver(run.state) };
});
