import { z } from "zod";
import { type Cron, parseCron } from "./cron";
import { parseDurationMs } from "./duration";
import { type Expression, parseExpression } from "./expression";
import type { ThrottleRule } from "./throttle";

/** What the SDK says of a function when it is asked to sync. */
const Concurrency = z.strictObject({
  limit: z.number().int().min(0),
  key: z.string().optional(),
  scope: z.enum(["fn", "env", "account"]).optional(),
});

/** Strict: what a function asks for and the runner does not do must not go unnoticed. */
const FunctionConfig = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(
    z.union([
      z.strictObject({ event: z.string(), expression: z.string().optional() }),
      z.strictObject({ cron: z.string() }),
    ]),
  ),
  steps: z.record(
    z.string(),
    z.looseObject({ id: z.string(), retries: z.object({ attempts: z.number().int().min(0).optional() }).optional() }),
  ),
  throttle: z
    .strictObject({
      limit: z.number().int().min(1),
      period: z.string(),
      key: z.string().optional(),
      burst: z.number().int().min(1).optional(),
    })
    .optional(),
  concurrency: z.union([z.number().int().min(0), Concurrency, z.array(Concurrency)]).optional(),
  cancel: z
    .array(z.strictObject({ event: z.string(), if: z.string().optional(), timeout: z.string().optional() }))
    .optional(),
  timeouts: z.strictObject({ start: z.string().optional(), finish: z.string().optional() }).optional(),
});

interface EventTrigger {
  event: string;
  condition: Expression | null;
}

export interface ConcurrencyLimit {
  limit: number;
  /** Runs of one group with the same value of the key share the limit. */
  group: string;
  key: Expression | null;
}

interface Cancellation extends EventTrigger {
  withinMs: number | null;
}

export interface PlannedFunction {
  id: string;
  maxAttempts: number;
  triggers: readonly EventTrigger[];
  crons: readonly Cron[];
  throttle: { rule: ThrottleRule; key: Expression | null } | null;
  concurrency: readonly ConcurrencyLimit[];
  cancellations: readonly Cancellation[];
  startWithinMs: number | null;
  finishWithinMs: number | null;
}

export type Plan = ReadonlyMap<string, PlannedFunction>;

/** Inngest's own default. */
const DEFAULT_RETRIES = 3;

export function makePlan(configs: readonly unknown[]): Plan {
  return new Map(
    configs.map((config) => {
      const parsed = FunctionConfig.safeParse(config);
      if (!parsed.success) {
        const id = z.object({ id: z.string() }).safeParse(config).data?.id ?? "?";
        throw new Error(
          `The embedded runner does not do what the function ${id} asks for:\n${z.prettifyError(parsed.error)}`,
        );
      }
      return [parsed.data.id, planFunction(parsed.data)];
    }),
  );
}

function planFunction(config: z.output<typeof FunctionConfig>): PlannedFunction {
  const { id, triggers, throttle, concurrency = [], cancel = [], timeouts = {} } = config;
  const retries = Object.values(config.steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES;
  return {
    id,
    maxAttempts: retries + 1,
    triggers: triggers.flatMap((trigger) =>
      "event" in trigger ? [{ event: trigger.event, condition: readExpression(trigger.expression) }] : [],
    ),
    crons: triggers.flatMap((trigger) => ("cron" in trigger ? [parseCron(trigger.cron)] : [])),
    throttle: throttle
      ? {
          rule: { limit: throttle.limit, periodMs: parseDurationMs(throttle.period), burst: throttle.burst ?? 1 },
          key: readExpression(throttle.key),
        }
      : null,
    // 0 means no limit, as with Inngest.
    concurrency: [concurrency]
      .flat()
      .map((entry) => (typeof entry === "number" ? { limit: entry } : entry))
      .filter(({ limit }) => limit > 0)
      .map((entry) => planLimit(id, entry)),
    cancellations: cancel.map((entry) => ({
      event: entry.event,
      condition: readExpression(entry.if),
      withinMs: readDuration(entry.timeout),
    })),
    startWithinMs: readDuration(timeouts.start),
    finishWithinMs: readDuration(timeouts.finish),
  };
}

/** The embedded runner knows one environment and one account, so both scopes are the same to it. */
function planLimit(functionId: string, { limit, key, scope = "fn" }: z.output<typeof Concurrency>): ConcurrencyLimit {
  return { limit, group: `${scope === "fn" ? functionId : "*"}|${key ?? ""}`, key: readExpression(key) };
}

function readExpression(text: string | undefined): Expression | null {
  return text === undefined ? null : parseExpression(text);
}

function readDuration(text: string | undefined): number | null {
  return text === undefined ? null : parseDurationMs(text);
}
