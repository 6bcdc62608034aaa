import { Cron } from "croner";
import { z } from "zod";
import { parseDurationMs } from "./duration";

function parsed<T>(parse: (text: string) => T) {
  return z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error));
      return z.NEVER;
    }
  });
}

const Duration = parsed(parseDurationMs);

/** Our functions use only these expressions: one member of the event's data, and the SDK's `onFailure` filter. */
function matchExpression(pattern: RegExp): (text: string) => string {
  return (text) => {
    const [, found] = pattern.exec(text) ?? [];
    if (found === undefined) throw new Error(`The embedded runner does not support the expression ${text}`);
    return found;
  };
}

const Key = parsed(matchExpression(/^event\.data\.(\w+)$/));
const FailureFilter = parsed(matchExpression(/^event\.data\.function_id == '([\w-]+)'$/));

const Limit = z.int().min(1);

const DEFAULT_RETRIES = 3;

/** The schema is strict, so that an unsupported option does not go unnoticed. */
const FunctionConfig = z
  .strictObject({
    id: z.string(),
    name: z.string().optional(),
    triggers: z.array(
      z.union([
        z.strictObject({ event: z.string(), expression: FailureFilter.optional() }),
        z.strictObject({ cron: parsed((text) => ({ text, cron: parseCron(text) })) }),
      ]),
    ),
    steps: z.strictObject({
      step: z.looseObject({ retries: z.strictObject({ attempts: z.int().min(0).optional() }).optional() }),
    }),
    concurrency: z
      .union([
        Limit.transform((limit) => [{ limit, key: undefined }]),
        z.array(z.strictObject({ limit: Limit, key: Key.optional() })),
      ])
      .refine(({ length }) => length <= 1, "The embedded runner supports one concurrency limit per function.")
      .default([]),
    timeouts: z.strictObject({ start: Duration.optional(), finish: Duration.optional() }).default({}),
  })
  .transform(({ id, triggers, steps, concurrency, timeouts }) => ({
    id,
    maxAttempts: (steps.step.retries?.attempts ?? DEFAULT_RETRIES) + 1,
    triggers: triggers.flatMap((trigger) =>
      "event" in trigger ? [{ event: trigger.event, ofFunction: trigger.expression ?? null }] : [],
    ),
    crons: triggers.flatMap((trigger) => ("cron" in trigger ? [trigger.cron] : [])),
    concurrency: concurrency.map(({ limit, key = null }) => ({ limit, key }))[0] ?? null,
    startWithinMs: timeouts.start ?? null,
    finishWithinMs: timeouts.finish ?? null,
  }));

export type PlannedFunction = z.output<typeof FunctionConfig>;
export type Plan = ReadonlyMap<string, PlannedFunction>;

/** Limited functions may take minutes, as agents do; free ones never wait for them. */
export type Kind = "free" | "limited";

export function kindOf({ concurrency }: PlannedFunction): Kind {
  return concurrency === null ? "free" : "limited";
}

export function parseCron(text: string): Cron {
  return new Cron(text, { timezone: "UTC", mode: "5-part" });
}

export function makePlan(configs: readonly unknown[]): Plan {
  return new Map(
    configs.map((config) => {
      const read = FunctionConfig.safeParse(config);
      if (!read.success) {
        const id = z.object({ id: z.string() }).safeParse(config).data?.id ?? "?";
        const problems = z.prettifyError(read.error);
        throw new Error(`The embedded runner does not support an option of the function ${id}:\n${problems}`);
      }
      return [read.data.id, read.data];
    }),
  );
}
