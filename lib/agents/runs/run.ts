/** The states of a run (§4 rule 3); the last four are ends. */
export const RUN_STATES = ["queued", "running", "succeeded", "failed", "cancelled", "timed_out"] as const;
export type RunState = (typeof RUN_STATES)[number];

export interface RunStep {
  name: string;
  state: "pending" | "running" | "passed" | "failed" | "skipped";
  /** Screens translate it; `detail` has the particulars in English. */
  code: string | null;
  detail: string | null;
  durationMs: number | null;
}

export function toPendingStep(name: string) {
  return { name, state: "pending", code: null, detail: null, durationMs: null } as const;
}

export interface Proposal {
  title: string;
  description: string | null;
  dueDate: string | null;
}

export type RunResult =
  | { kind: "connection"; models: number }
  | { kind: "summary"; text: string }
  /** `leftOut`: further proposals, and those that could not be a task. */
  | { kind: "proposals"; proposals: Proposal[]; leftOut: number }
  | { kind: "reply"; text: string };

export interface WrittenThing {
  type: "task" | "message";
  id: string;
  /** Of a task: which of the proposals it was. */
  proposal: number | null;
}

/** The end of a run that does not succeed. */
export class RunEnded extends Error {
  override name = "RunEnded";
  constructor(
    readonly state: "failed" | "cancelled" | "timed_out",
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const CANCELLED = () => new RunEnded("cancelled", "cancelled", "The run was cancelled.");
export const TIMED_OUT = () => new RunEnded("timed_out", "run_timeout", "The run took too long in all and was ended.");

export function isOver(state: RunState): boolean {
  return state !== "queued" && state !== "running";
}

/** Events that wake the background functions: a billing entity's queue, or one test of a connection. */
export const AGENT_RUN_QUEUED = "connectors/agent-run.queued";
export const CONNECTION_TEST_QUEUED = "connectors/connection-test.queued";
