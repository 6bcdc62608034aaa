import { servePulse } from "@/app/_ui/list/serve-pulse";
import { readRunQuery } from "@/lib/agents/runs/run-filter";
import { readRuns } from "../read-runs";

export const GET = servePulse(async ({ user, readParam }) => {
  const { fingerprint, isMoving, rows } = await readRuns(user.id, readRunQuery(readParam), "");
  return { fingerprint, isMoving, rows };
});
