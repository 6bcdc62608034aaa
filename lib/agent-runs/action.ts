import type { z } from "zod";
import type { Caller } from "../access/caller";
import type { RoomAccess } from "../access/open-room";
import type { Scope } from "../access/scopes";
import type { ActionName, ToolProfile } from "../connectors/connector";
import type { RunnableConnector } from "./open-connector";
import type { Prompt } from "./prompt";
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

/** A run as its action sees it. Each call stops the run that was cancelled, took too long or lost its claim. */
export interface Work {
  connector: RunnableConnector;
  signal: AbortSignal;
  /** Shows as running, then as passed or failed. */
  step: <T>(name: string, work: () => Promise<{ value: T; detail?: string }>) => Promise<T>;
  skip: (name: string, detail: string) => Promise<void>;
  /** The agent's answer. An answer from an earlier attempt is not asked for again. */
  ask: (makeQuestion: () => Promise<AgentQuestion>) => Promise<string>;
  /** Once in all attempts of the run. */
  write: (thing: NamedThing, write: WriteThing) => Promise<void>;
}

interface Declaration<Body, Target extends ActionTarget> {
  name: ActionName;
  toolProfile: ToolProfile;
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

/** An action of any type, as the runtime holds all four. */
export interface Action {
  name: ActionName;
  toolProfile: ToolProfile;
  scopes: readonly Scope[];
  units: number;
  steps: readonly string[];
  body: z.ZodType;
  open: (caller: Caller, connector: RunnableConnector, body: unknown) => Promise<ActionTarget>;
  run: (work: Work, body: unknown, target: ActionTarget, reopen: () => Promise<ActionTarget>) => Promise<RunResult>;
}

export function defineAction<Body, Target extends ActionTarget>(declaration: Declaration<Body, Target>): Action {
  return {
    ...declaration,
    open: (caller, connector, body) => declaration.open(caller, connector, body as Body),
    run: (work, body, target, reopen) =>
      declaration.run(work, body as Body, target as Target, () => reopen() as Promise<Target>),
  };
}
