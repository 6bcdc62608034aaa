import { database, transaction } from "../../lib/platform/db";
import { type Claim, type ClaimedRun, claimFree, claimLimited } from "./claim-store";
import { findDueTicks, findNextTickOf } from "./crontab";
import { acceptEvents, acceptPlainEvents } from "./event-store";
import type { Kind } from "./lanes";
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

/** Each kind for the lanes that are open to it. */
export async function claimRuns(
  plan: Plan,
  claim: Omit<Claim, "lanes">,
  lanes: Readonly<Record<Kind, number>>,
): Promise<ClaimedRun[]> {
  const free = lanes.free > 0 ? await claimFree(plan, { ...claim, lanes: lanes.free }) : [];
  const limited = lanes.limited > 0 ? await claimLimited(plan, { ...claim, lanes: lanes.limited }) : [];
  return [...free, ...limited];
}

export async function acceptSent(plan: Plan, events: readonly RunnerEvent[], nowMs: number): Promise<void> {
  if (await acceptPlainEvents(database, plan, events, nowMs)) return;
  await transaction((tx) => acceptEvents(tx, plan, { events }, nowMs));
}
