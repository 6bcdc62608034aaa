import { sql, transaction } from "../../lib/platform/db";
import { type Claim, type ClaimedRun, claimFree, claimLimited } from "./claim-store";
import { findDueTicks, findNextTickOf } from "./crontab";
import { acceptEvents, acceptPlainEvents } from "./event-store";
import type { RunnerEvent } from "./matching";
import type { Plan } from "./plan";
import { cancelExpiredRuns, findNextDueMs, wakeDueRuns } from "./run-store";

/** What time alone brings: ticks of crons, ends of sleeps and waits, runs that take too long. Answers when to look again. */
export async function lookAround(plan: Plan, ticksSinceMs: number | null, nowMs: number): Promise<number | null> {
  const targeted = findDueTicks(plan, ticksSinceMs, nowMs);
  if (targeted.length > 0) await transaction((tx) => acceptEvents(tx, plan, { targeted }, nowMs));
  await wakeDueRuns(nowMs);
  await transaction((tx) => cancelExpiredRuns(tx, nowMs));
  const due = [await findNextDueMs(plan, nowMs), findNextTickOf(plan, nowMs)].filter((at) => at !== null);
  return due.length === 0 ? null : Math.min(...due);
}

/** In turns, so that neither kind of run keeps the other waiting. */
export async function claimRuns(plan: Plan, claim: Claim, turn: number): Promise<ClaimedRun[]> {
  const order = turn % 2 === 0 ? [claimFree, claimLimited] : [claimLimited, claimFree];
  const runs: ClaimedRun[] = [];
  for (const take of order) {
    const lanes = claim.lanes - runs.length;
    if (lanes > 0) runs.push(...(await take(plan, { ...claim, lanes })));
  }
  return runs;
}

export async function acceptSent(plan: Plan, events: readonly RunnerEvent[], nowMs: number): Promise<void> {
  if (await acceptPlainEvents({ sql }, plan, events, nowMs)) return;
  await transaction((tx) => acceptEvents(tx, plan, { events }, nowMs));
}
