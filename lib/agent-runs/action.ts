import type { z } from "zod";
import type { Caller } from "../access/caller";
import type { RoomAccess } from "../access/open-room";
import type { Scope } from "../access/scopes";
import type { ActionName, ToolProfile } from "../connectors/connector";
import type { Prompt } from "./prompt";
import type { RunResult } from "./run";
import type { WriteThing } from "./run-work-store";
import type { RunnableConnector } from "./runtime-store";
import type { NamedThing } from "./written-store";

/** What an action has found out about its input before it may run; found out again when it runs. */
export interface Place {
  room: RoomAccess | null;
  recordId: string | null;
}

export interface Asked {
  prompt: Prompt;
  /** What of the workspace stands in the prompt. */
  ids: readonly string[];
  rootMessageId: string | null;
}

/** What a run gives its action. Each of these stops the run when it was cancelled, took too long or lost its claim. */
export interface Work {
  connector: RunnableConnector;
  signal: AbortSignal;
  /** Shows as running, then as passed, with what came of it. */
  step: <T>(name: string, work: () => Promise<{ value: T; detail?: string }>) => Promise<T>;
  skip: (name: string, detail: string) => Promise<void>;
  /** The agent's answer; one that a process before this one got is not asked for again. */
  ask: (makePrompt: () => Promise<Asked>) => Promise<string>;
  /** Once, however often the run is taken up again. */
  write: (what: NamedThing, write: WriteThing) => Promise<void>;
}

interface Declaration<Body, Opened extends Place> {
  name: ActionName;
  toolProfile: ToolProfile;
  /** Besides `agent:invoke`. */
  scopes: readonly Scope[];
  units: number;
  /** Its steps in order, as they are shown before they begin. */
  steps: readonly string[];
  body: z.ZodType<Body>;
  /** Proof that the executing user may see, and write, what this needs. */
  open: (caller: Caller, connector: RunnableConnector, body: Body) => Promise<Opened>;
  /** `reopen` asks for that proof anew: the gateway may have taken minutes. */
  run: (work: Work, body: Body, opened: Opened, reopen: () => Promise<Opened>) => Promise<RunResult>;
}

/** An action with its own types closed over, as the runtime holds all four. */
export interface Action {
  name: ActionName;
  toolProfile: ToolProfile;
  scopes: readonly Scope[];
  units: number;
  steps: readonly string[];
  body: z.ZodType;
  open: (caller: Caller, connector: RunnableConnector, body: unknown) => Promise<Place>;
  run: (work: Work, body: unknown, opened: Place, reopen: () => Promise<Place>) => Promise<RunResult>;
}

export function defineAction<Body, Opened extends Place>(declaration: Declaration<Body, Opened>): Action {
  return {
    ...declaration,
    open: (caller, connector, body) => declaration.open(caller, connector, body as Body),
    run: (work, body, opened, reopen) =>
      declaration.run(work, body as Body, opened as Opened, () => reopen() as Promise<Opened>),
  };
}
