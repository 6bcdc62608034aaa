import { acceptTicks } from "./accept-events";
import type { Crontab } from "./crontab";
import type { Plan } from "./plan";
import { cancelExpiredRuns, findNextDueMs } from "./save-run";

/** Acts on time alone: ticks of crons, and runs that take too long. Returns when something is due next. */
export async function pollDue(plan: Plan, crontab: Crontab, nowMs: number): Promise<number> {
  const ticks = crontab.listDue(nowMs);
  if (ticks.length > 0) await acceptTicks(ticks, nowMs);
  crontab.advance(nowMs);
  await cancelExpiredRuns(nowMs);
  return Math.min((await findNextDueMs(plan, nowMs)) ?? Number.POSITIVE_INFINITY, crontab.nextMs());
}
