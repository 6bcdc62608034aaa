import type { Cron } from "croner";
import type { RunnerEvent } from "./event-entry";
import type { Plan, PlannedFunction } from "./plan";

/** A missed tick is made up for once, unless it is older than this. */
const CATCH_UP_MS = 24 * 60 * 60 * 1_000;

const TICK = "inngest/scheduled.timer";

export const isTick = ({ name }: RunnerEvent): boolean => name === TICK;

export interface Tick {
  fn: PlannedFunction;
  event: RunnerEvent;
}

export interface Crontab {
  /** Call `advance` once these ticks are stored. */
  listDue(nowMs: number): Tick[];
  advance(nowMs: number): void;
  nextMs(): number;
}

export function createCrontab(plan: Plan): Crontab {
  const crons = [...plan.values()].flatMap((fn) => fn.crons.map((cron) => ({ fn, ...cron, nextMs: 0 })));
  const findDue = (nowMs: number) => crons.filter(({ nextMs }) => nextMs <= nowMs);
  let sinceMs: number | null = null;
  return {
    listDue(nowMs) {
      const fromMs = sinceMs ?? nowMs - CATCH_UP_MS;
      return findDue(nowMs).flatMap(({ fn, text, cron }) => {
        const tickMs = findLastTick(cron, fromMs, nowMs);
        if (tickMs === null) return [];
        // The id is the same in every process, so a tick counts once.
        const id = `cron:${fn.id}:${text}:${new Date(tickMs).toISOString()}`;
        return [{ fn, event: { id, name: TICK, data: { cron: text } } }];
      });
    },
    advance(nowMs) {
      sinceMs = nowMs;
      for (const due of findDue(nowMs))
        due.nextMs = due.cron.nextRun(new Date(nowMs))?.getTime() ?? Number.POSITIVE_INFINITY;
    },
    nextMs: () => Math.min(...crons.map(({ nextMs }) => nextMs)),
  };
}

export function findLastTick(cron: Cron, afterMs: number, untilMs: number): number | null {
  const [last] = cron.previousRuns(1, new Date(untilMs + 1));
  return last !== undefined && last.getTime() > afterMs ? last.getTime() : null;
}
