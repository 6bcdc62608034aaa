import { inngest } from "./client";
import { parseCron } from "./embedded/plan";
import { functions } from "./functions";

/** A background function, as an operator knows it. */
export interface FunctionDescription {
  /** As in its runs. */
  id: string;
  /** As in the log's own words and in this code. */
  name: string;
  /** Names of the events that start it. */
  events: readonly string[];
  /** Five fields, in UTC. */
  crons: readonly string[];
  /** The next tick; null: events alone start it. */
  nextAt: Date | null;
}

export function describeFunctions(at: Date): FunctionDescription[] {
  return functions.map((fn) => {
    const triggers = (fn.opts.triggers ?? []) as readonly { event?: unknown; cron?: string }[];
    const crons = triggers.flatMap(({ cron }) => cron ?? []);
    const ticks = crons.flatMap((cron) => parseCron(cron).nextRun(at) ?? []);
    return {
      id: fn.id(inngest.id),
      name: fn.id(),
      events: triggers.flatMap(({ event }) => (typeof event === "string" ? event : [])),
      crons,
      nextAt: ticks.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
    };
  });
}
