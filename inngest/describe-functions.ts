import { inngest } from "./client";
import { parseCron } from "./embedded/plan";
import { functions } from "./functions";

export interface FunctionDescription {
  id: string;
  name: string;
  events: readonly string[];
  crons: readonly string[];
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
