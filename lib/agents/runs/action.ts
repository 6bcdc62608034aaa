import type { z } from "zod";
import type { Caller } from "../../access/caller";
import type { RoomAccess } from "../../access/open-room";
import type { Scope } from "../../access/scopes";
import type { ActionName } from "../connectors/connector";
import type { RunnableConnector } from "./open-connector";
import type { Mark, Prompt } from "./prompt";
import type { RunResult } from "./run";
import type { NamedThing, WriteThing } from "./write-once";

export interface ActionTarget {
  room: RoomAccess | null;
  recordId: string | null;
}

export interface AgentQuestion {
  prompt: Prompt;
  ids: readonly string[];
  rootMessageId: string | null;
}

interface Outcome<T> {
  value: T;
  detail?: string;
}

/** Each call stops a run that was cancelled, took too long or lost its claim. */
export interface Work {
  connector: RunnableConnector;
  signal: AbortSignal;
  traceId: string | null;
  step: <T>(name: string, work: () => Outcome<T> | Promise<Outcome<T>>) => Promise<T>;
  skip: (name: string, detail: string) => Promise<void>;
  ask: (makeQuestion: (mark: Mark) => Promise<AgentQuestion>) => Promise<string>;
  /** Runs once across all attempts of the run. */
  write: (thing: NamedThing, write: WriteThing) => Promise<void>;
}

export interface Action<Body = unknown, Target extends ActionTarget = ActionTarget> {
  name: ActionName;
  scopes: readonly Scope[];
  units: number;
  steps: readonly string[];
  body: z.ZodType<Body>;
  open: (caller: Caller, connector: RunnableConnector, body: Body) => Promise<Target>;
  /** `reopen` checks access again, because the gateway may take minutes. */
  run: (work: Work, body: Body, target: Target, reopen: () => Promise<Target>) => Promise<RunResult>;
}

/** The runtime passes to `open` and `run` only what `body` and `open` returned, so the casts hold. */
export function defineAction<Body, Target extends ActionTarget>(action: Action<Body, Target>): Action {
  return {
    ...action,
    open: (caller, connector, body) => action.open(caller, connector, body as Body),
    run: (work, body, target, reopen) =>
      action.run(work, body as Body, target as Target, reopen as () => Promise<Target>),
  };
}
