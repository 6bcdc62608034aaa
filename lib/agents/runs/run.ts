import type { Assignable } from "../../tasks/queries";

export const RUN_STATES = ["queued", "running", "succeeded", "failed", "cancelled", "timed_out"] as const;
export type RunState = (typeof RUN_STATES)[number];

export interface RunStep {
  name: string;
  state: "pending" | "running" | "passed" | "failed" | "skipped";
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
  assignee?: Assignable;
}

export type RunResult =
  | { kind: "connection"; models: number }
  | { kind: "summary"; text: string }
  | { kind: "proposals"; proposals: Proposal[]; leftOut: number }
  | { kind: "reply"; text: string };

export interface WrittenThing {
  type: "task" | "message";
  id: string;
  proposal: number | null;
}

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
export const TIMED_OUT = () => new RunEnded("timed_out", "run_timeout", "The run exceeded its total time limit.");

export function isOver(state: RunState): boolean {
  return state !== "queued" && state !== "running";
}

export const AGENT_RUN_QUEUED = "connectors/agent-run.queued";
export const CONNECTION_TEST_QUEUED = "connectors/connection-test.queued";
