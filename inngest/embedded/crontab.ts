import { findLastTick, findNextTick } from "./cron";
import type { TargetedEvent } from "./matching";
import type { Plan } from "./plan";

/** A tick that nobody was there for is made up for, once, if it is not older than this. */
const CATCH_UP_MS = 24 * 60 * 60 * 1_000;

/** The last tick of each cron since then. Its id is the same in every process, so that it counts once. */
export function findDueTicks(plan: Plan, sinceMs: number | null, nowMs: number): TargetedEvent[] {
  return [...plan.values()].flatMap(({ id, crons }) =>
    crons.flatMap((cron) => {
      const tick = findLastTick(cron, sinceMs ?? nowMs - CATCH_UP_MS, nowMs);
      if (tick === null) return [];
      const at = new Date(tick).toISOString();
      const event = { id: `cron:${id}:${cron.text}:${at}`, name: "inngest/scheduled.timer", data: { cron: cron.text } };
      return [{ event, functionId: id, parent: null }];
    }),
  );
}

export function findNextTickOf(plan: Plan, nowMs: number): number | null {
  const ticks = [...plan.values()].flatMap(({ crons }) => crons.flatMap((cron) => findNextTick(cron, nowMs) ?? []));
  return ticks.length === 0 ? null : Math.min(...ticks);
}
