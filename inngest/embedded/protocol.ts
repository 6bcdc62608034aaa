import { z } from "zod";
import { readRetryAfter } from "./backoff";
import type { RunnerEvent } from "./matching";

/** The SDK's handler for the functions: the one of `serve()`, called in this process. */
export type SdkHandler = (request: Request) => Promise<Response>;

/** A URL that leads nowhere: the handler wants one, and no call leaves the process. */
const HANDLER_URL = "http://embedded.invalid/api/inngest";
const HEADERS = { "content-type": "application/json", host: "embedded.invalid", "x-inngest-server-kind": "dev" };

/** Inngest's own limit for what a step may return. */
const OUTPUT_MAX_CHARS = 4 * 1024 * 1024;

const StepFailure = z
  .looseObject({ name: z.string().optional(), message: z.string().optional(), error: z.string().optional() })
  .transform(({ name, message, error }) => ({ name: name ?? "Error", message: message ?? error ?? "Unknown error" }));
export type Failure = z.output<typeof StepFailure>;

const Operation = z.object({
  id: z.string(),
  op: z.string(),
  name: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  opts: z.looseObject({}).nullish(),
});

const WaitOptions = z.looseObject({ timeout: z.string(), if: z.string().optional() });
const InvokeOptions = z.looseObject({
  function_id: z.string(),
  timeout: z.string().optional(),
  payload: z.looseObject({ data: z.record(z.string(), z.unknown()).optional() }).optional(),
});

/** What the function asks for, or has done. */
export type FoundStep =
  | { op: "StepRun"; id: string; name: string; data: unknown }
  | { op: "StepFailed"; id: string; name: string; error: Failure }
  | { op: "StepError"; id: string; name: string; error: Failure; retryAtMs: number | null }
  | { op: "StepPlanned"; id: string; name: string }
  | { op: "Sleep"; id: string; name: string; until: string }
  | { op: "WaitForEvent"; id: string; name: string; timeout: string; condition: string | null }
  | { op: "InvokeFunction"; id: string; name: string; functionId: string; data: unknown; timeout: string | null };

export type Answer =
  | { kind: "steps"; steps: FoundStep[] }
  | { kind: "completed"; output: unknown }
  | { kind: "failed"; error: Failure; isFinal: boolean; retryAtMs: number | null };

export interface StepCall {
  functionId: string;
  /** The step to run, or null to let the function go on as far as it comes. */
  stepId: string | null;
  runId: string;
  event: RunnerEvent & { ts: number };
  /** In the order in which they were done. */
  done: readonly { id: string; data: unknown; error: Failure | null }[];
  attempt: number;
  maxAttempts: number;
  /** While other steps are open, what is found is to be planned, not run. */
  planOnly: boolean;
}

/** Which functions are there, with all that they ask for. */
export async function askForFunctions(handler: SdkHandler): Promise<unknown[]> {
  const response = await handler(
    new Request(HANDLER_URL, {
      method: "PUT",
      headers: { ...HEADERS, "x-inngest-sync-kind": "in_band" },
      body: JSON.stringify({ url: HANDLER_URL }),
    }),
  );
  return z.object({ functions: z.array(z.unknown()) }).parse(await response.json()).functions;
}

/** The body of a call. Without `fn_id` in its context the SDK answers each step at once and reports to nobody else. */
function writeCall(call: StepCall): Readonly<Record<string, unknown>> {
  const { event, done } = call;
  return {
    version: -1,
    event,
    events: [event],
    steps: Object.fromEntries(
      done.map(({ id, data, error }) => [id, error ? { type: "error", error } : { type: "data", data: data ?? null }]),
    ),
    ctx: {
      run_id: call.runId,
      attempt: call.attempt,
      max_attempts: call.maxAttempts,
      disable_immediate_execution: call.planOnly,
      use_api: false,
      stack: { stack: done.map(({ id }) => id), current: done.length },
    },
  };
}

export async function callFunction(handler: SdkHandler, call: StepCall, nowMs: () => number): Promise<Answer> {
  const query = new URLSearchParams({ fnId: call.functionId, stepId: call.stepId ?? "step" });
  const response = await handler(
    new Request(`${HANDLER_URL}?${query.toString()}`, {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify(writeCall(call)),
    }),
  );
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
  if (status === 206)
    return {
      kind: "steps",
      steps: z
        .array(Operation)
        .parse(body)
        .map((operation) => readStep(operation, retryAtMs)),
    };
  const isFinal = headers.get("x-inngest-no-retry") === "true";
  return { kind: "failed", error: readFailure(body), isFinal, retryAtMs };
}

function readStep(operation: z.output<typeof Operation>, retryAtMs: number | null): FoundStep {
  const { id, op, data, error, opts } = operation;
  const name = operation.name ?? "";
  switch (op) {
    case "StepRun":
      return { op, id, name, data: data ?? null };
    case "StepFailed":
      return { op, id, name, error: readFailure(error) };
    case "StepError":
      return { op, id, name, error: readFailure(error), retryAtMs };
    case "StepPlanned":
      return { op, id, name };
    case "Sleep":
      return { op, id, name, until: name };
    case "WaitForEvent": {
      const { timeout, if: condition = null } = WaitOptions.parse(opts);
      return { op, id, name, timeout, condition };
    }
    case "InvokeFunction": {
      const { function_id: functionId, timeout = null, payload } = InvokeOptions.parse(opts);
      return { op, id, name, functionId, data: payload?.data ?? {}, timeout };
    }
    default:
      throw new Error(`The embedded runner does not do ${op}.`);
  }
}

/** Name and message; a stack is for the log, which the SDK has written. */
export function readFailure(error: unknown): Failure {
  return StepFailure.safeParse(error).data ?? { name: "Error", message: "Unknown error" };
}
