import { z } from "zod";
import { readRetryAfter } from "./backoff";
import { readMoment } from "./duration";
import type { RunnerEvent } from "./event-entry";

export type SdkHandler = (request: Request) => Promise<Response>;

const HANDLER_URL = "http://embedded.invalid/api/inngest";
const HEADERS = { "content-type": "application/json", host: "embedded.invalid", "x-inngest-server-kind": "dev" };

const OUTPUT_MAX_CHARS = 4 * 1024 * 1024;

const StepFailure = z
  .looseObject({ name: z.string().optional(), message: z.string().optional(), error: z.string().optional() })
  .transform(({ name, message, error }) => ({ name: name ?? "Error", message: message ?? error ?? "Unknown error" }));
export type Failure = z.output<typeof StepFailure>;

const Operation = z.object({
  id: z.string(),
  op: z.string(),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
});

export interface StoredStep {
  id: string;
  name: string | null;
  data: unknown;
  error: Failure | null;
}

interface Failed {
  error: Failure;
  isFinal: boolean;
  retryAtMs: number | null;
}

type Step = Pick<StoredStep, "id" | "name">;

export type Answer =
  | { kind: "done"; step: Step; data: unknown }
  | ({ kind: "step failed"; step: Step } & Failed)
  | { kind: "sleep"; step: Step; untilMs: number }
  | { kind: "completed"; output: unknown }
  | ({ kind: "failed" } & Failed);

interface FunctionCall {
  functionId: string;
  runId: string;
  event: RunnerEvent & { ts: number };
  steps: readonly StoredStep[];
  attempt: number;
  maxAttempts: number;
}

export async function requestFunctions(handler: SdkHandler): Promise<unknown[]> {
  const response = await handler(
    new Request(HANDLER_URL, {
      method: "PUT",
      headers: { ...HEADERS, "x-inngest-sync-kind": "in_band" },
      body: JSON.stringify({ url: HANDLER_URL }),
    }),
  );
  return z.object({ functions: z.array(z.unknown()) }).parse(await response.json()).functions;
}

/** The SDK answers each step at once and reports to no server, because the context has no `fn_id`. */
export async function callFunction(handler: SdkHandler, call: FunctionCall, nowMs: () => number): Promise<Answer> {
  const { functionId, event, steps, runId, attempt, maxAttempts } = call;
  const stored = steps.map(({ id, data, error }) => {
    return [id, error ? { type: "error", error } : { type: "data", data: data ?? null }] as const;
  });
  const body = {
    version: -1,
    event,
    events: [event],
    steps: Object.fromEntries(stored),
    ctx: {
      run_id: runId,
      attempt,
      max_attempts: maxAttempts,
      disable_immediate_execution: false,
      use_api: false,
      stack: { stack: steps.map(({ id }) => id), current: steps.length },
    },
  };
  const url = `${HANDLER_URL}?${new URLSearchParams({ fnId: functionId, stepId: "step" }).toString()}`;
  const response = await handler(new Request(url, { method: "POST", headers: HEADERS, body: JSON.stringify(body) }));
  const text = await response.text();
  if (text.length > OUTPUT_MAX_CHARS) {
    const message = `A step or function may return ${OUTPUT_MAX_CHARS} characters of JSON; this was ${text.length}.`;
    return { kind: "failed", error: { name: "OutputTooLarge", message }, isFinal: true, retryAtMs: null };
  }
  return readAnswer(response.status, response.headers, text === "" ? null : JSON.parse(text), nowMs());
}

export function readAnswer(status: number, headers: Headers, body: unknown, nowMs: number): Answer {
  const retryAtMs = readRetryAfter(headers.get("retry-after"), nowMs);
  if (status === 200) return { kind: "completed", output: body };
  if (status === 206) return readStep(z.array(Operation).parse(body), retryAtMs, nowMs);
  const isFinal = headers.get("x-inngest-no-retry") === "true";
  return { kind: "failed", error: readFailure(body), isFinal, retryAtMs };
}

function readStep(found: readonly z.output<typeof Operation>[], retryAtMs: number | null, nowMs: number): Answer {
  const [operation] = found;
  if (operation === undefined || found.length > 1) return refuse("steps side by side");
  const { id, op, name, displayName, data, error } = operation;
  const step = { id, name: displayName ?? name ?? "" };
  switch (op) {
    case "StepRun":
      return { kind: "done", step, data: data ?? null };
    case "StepFailed":
    case "StepError":
      return { kind: "step failed", step, error: readFailure(error), isFinal: op === "StepFailed", retryAtMs };
    case "Sleep":
      return { kind: "sleep", step, untilMs: readMoment(name ?? "", nowMs) };
    default:
      return refuse(op);
  }
}

function refuse(feature: string): Answer {
  const error = { name: "StepNotSupported", message: `The embedded runner does not support ${feature}.` };
  return { kind: "failed", error, isFinal: true, retryAtMs: null };
}

export function readFailure(error: unknown): Failure {
  return StepFailure.safeParse(error).data ?? { name: "Error", message: "Unknown error" };
}
