import type { z } from "zod";
import type { Caller } from "../../access/caller";
import type { RoomAccess } from "../../access/open-room";
import type { Scope } from "../../access/scopes";
import type { ActionName } from "../connectors/connector";
import type { RunnableConnector } from "./open-connector";
import type { Mark, Prompt } from "./prompt";
import type { RunResult } from "./run";
import type { NamedThing, WriteThing } from "./write-once";

/** The record or room of an action, opened when the run is accepted and again when it starts. */
export interface ActionTarget {
  room: RoomAccess | null;
  recordId: string | null;
}

export interface AgentQuestion {
  prompt: Prompt;
  /** Messages and records whose text is in the prompt. */
  ids: readonly string[];
  rootMessageId: string | null;
}

interface Outcome<T> {
  value: T;
  detail?: string;
}

/** A run as its action sees it. Each call stops the run that was cancelled, took too long or lost its claim. */
export interface Work {
  connector: RunnableConnector;
  signal: AbortSignal;
  /** The trace of the request that started the run. */
  traceId: string | null;
  /** Shows as running, then as passed or failed. */
  step: <T>(name: string, work: () => Outcome<T> | Promise<Outcome<T>>) => Promise<T>;
  skip: (name: string, detail: string) => Promise<void>;
  /** The agent's answer. An answer from an earlier attempt is not asked for again. */
  ask: (makeQuestion: (mark: Mark) => Promise<AgentQuestion>) => Promise<string>;
  /** Runs once across all attempts of the run. */
  write: (thing: NamedThing, write: WriteThing) => Promise<void>;
}

export interface Action<Body = unknown, Target extends ActionTarget = ActionTarget> {
  name: ActionName;
  /** Besides `agent:invoke`. */
  scopes: readonly Scope[];
  units: number;
  /** Its steps in order, as they are shown before they begin. */
  steps: readonly string[];
  body: z.ZodType<Body>;
  /** Proof that the executing user may see the target, and write there if the action writes. */
  open: (caller: Caller, connector: RunnableConnector, body: Body) => Promise<Target>;
  /** `reopen` asks for that proof again: the gateway may take minutes. */
  run: (work: Work, body: Body, target: Target, reopen: () => Promise<Target>) => Promise<RunResult>;
}

/** The runtime holds all four alike: it passes to `open` and `run` only what `body` and `open` have returned. */
export function defineAction<Body, Target extends ActionTarget>(action: Action<Body, Target>): Action {
  return {
    ...action,
    open: (caller, connector, body) => action.open(caller, connector, body as Body),
    run: (work, body, target, reopen) =>
      action.run(work, body as Body, target as Target, reopen as () => Promise<Target>),
  };
}
