import { randomUUID } from "node:crypto";
import { createBatch } from "../../lib/platform/batch";
import { nowMs as readClock } from "../../lib/platform/clock";
import { log } from "../../lib/platform/log";
import type { ClaimedRun } from "./claim-store";
import { acceptSent, claimRuns, lookAround } from "./due-store";
import type { EventDoor } from "./event-door";
import { executeRun } from "./execute";
import { type ActiveRun, createLanes, type Kind, type Lanes } from "./lanes";
import { createLoop } from "./loop";
import type { RunnerEvent } from "./matching";
import { makePlan, type Plan } from "./plan";
import { askForFunctions, type SdkHandler } from "./protocol";
import { extendLeases, handBackRuns } from "./run-store";
import { listenForWork, wakeOthers } from "./wake-store";

export interface RunnerOptions {
  /** The SDK's handler of the functions, not exposed to anyone. */
  handler: SdkHandler;
  /** Where the functions' client sends its events. */
  door: EventDoor;
  nowMs?: () => number;
  /** Runs that this process works on at a time. */
  lanes?: number;
  /** Those of functions with concurrency limits, beside the others. */
  limitedLanes?: number;
  /** A process that is gone is noticed after this time. */
  leaseMs?: number;
  /** How often to look for what nobody has told of. */
  pollMs?: number;
  /** How long the function's code may take for one step. */
  callTimeoutMs?: number;
}

export interface Runner {
  /** Ends the steps under way and hands back the runs; what has not ended by then is handed back all the same. */
  stop(graceMs?: number): Promise<void>;
}

const DEFAULTS = {
  nowMs: readClock,
  lanes: 16,
  limitedLanes: 32,
  leaseMs: 20_000,
  pollMs: 5_000,
  callTimeoutMs: 15 * 60_000,
};

interface State {
  plan: Plan;
  settings: Required<RunnerOptions>;
  lanes: Lanes;
  /** When time alone makes something due, as far as this process knows. */
  lookAtMs: number;
  ticksSinceMs: number | null;
  claims: number;
  hasAccepted: boolean;
  isStopping: boolean;
}

/** Runs the functions, side by side with the runners of other processes that share the database. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const plan = makePlan(await askForFunctions(options.handler));
  const settings = { ...DEFAULTS, ...options };
  const kindOf = ({ functionId }: ClaimedRun): Kind =>
    (plan.get(functionId)?.concurrency.length ?? 0) > 0 ? "limited" : "free";
  const counts = { free: settings.lanes, limited: settings.limitedLanes };
  const lanes = createLanes(counts, kindOf, () => loop.kick());
  const progress = { lookAtMs: 0, ticksSinceMs: null, claims: 0, hasAccepted: false, isStopping: false };
  const state: State = { plan, settings, lanes, ...progress };
  const instance = randomUUID();
  const loop = createLoop(
    () => makePass(state, instance),
    () => state.lookAtMs - settings.nowMs(),
  );
  const accept = createBatch<readonly RunnerEvent[], undefined>(async (groups) => {
    await acceptSent(plan, groups.flat(), settings.nowMs());
    state.hasAccepted = true;
    if (hasDelays(plan)) state.lookAtMs = 0;
    loop.kick();
    return groups.map(() => undefined);
  });
  // A beat that fails is made up for by the next; a lease outlasts three.
  const heartbeat = setInterval(() => void holdOn(state).catch(() => undefined), settings.leaseMs / 4);
  const listener = listenForWork(() => loop.kick());
  settings.door.connect(accept);
  loop.kick();
  return {
    async stop(graceMs = 10_000) {
      state.isStopping = true;
      await loop.stop();
      await settleWithin(
        lanes.list().map(({ ended }) => ended),
        graceMs,
      );
      settings.door.disconnect();
      clearInterval(heartbeat);
      await letGo(state);
      await listener.close();
    },
  };
}

async function makePass(state: State, instance: string): Promise<void> {
  const { plan, settings, lanes } = state;
  const now = settings.nowMs();
  if (now >= state.lookAtMs) {
    const due = await lookAround(plan, state.ticksSinceMs, now);
    state.ticksSinceMs = now;
    state.lookAtMs = Math.min(now + settings.pollMs, due ?? Number.POSITIVE_INFINITY);
  }
  while (!state.isStopping) {
    state.claims += 1;
    const claim = { token: `${instance}:${state.claims}`, nowMs: settings.nowMs(), leaseMs: settings.leaseMs };
    const runs = await claimRuns(plan, claim, { free: lanes.countOpen("free"), limited: lanes.countOpen("limited") });
    if (runs.length === 0) break;
    for (const run of runs) lanes.enter(run, (active) => execute(state, active));
  }
  if (state.hasAccepted && (lanes.countOpen("free") <= 0 || lanes.countOpen("limited") <= 0)) await wakeOthers();
  state.hasAccepted = false;
}

async function execute(state: State, active: ActiveRun): Promise<void> {
  const { plan, settings } = state;
  const { handler, nowMs, callTimeoutMs } = settings;
  const isLost = () => active.isLost;
  const isOver = () => active.isLost || state.isStopping;
  try {
    const wakeAtMs = await executeRun({ plan, handler, nowMs, callTimeoutMs, isOver, isLost }, active.run);
    if (wakeAtMs !== null) state.lookAtMs = Math.min(state.lookAtMs, wakeAtMs);
  } catch (error) {
    // Its lease lapses, and somebody goes on with it.
    const { id: runId, functionId } = active.run;
    log().error({ error, runId, functionId }, "a run of a background function was let go of");
  }
}

/** The heartbeat: prolongs the leases, and learns which are gone. */
async function holdOn({ lanes, settings }: State): Promise<void> {
  const active = lanes.list();
  if (active.length === 0) return;
  const runs = active.map(({ run }) => run);
  const held = await extendLeases(runs, settings.nowMs() + settings.leaseMs);
  for (const entry of active) entry.isLost ||= !held.has(entry.run.id);
}

async function letGo({ lanes, settings }: State): Promise<void> {
  const left = lanes.list();
  for (const entry of left) entry.isLost = true;
  const runs = left.map(({ run }) => run);
  if (runs.length > 0) await handBackRuns(runs, settings.nowMs()).catch(() => undefined);
}

/** May an event bring something that is due later, and not at once? */
function hasDelays(plan: Plan): boolean {
  return [...plan.values()].some(
    ({ throttle, startWithinMs, finishWithinMs }) => throttle || startWithinMs !== null || finishWithinMs !== null,
  );
}

async function settleWithin(work: readonly Promise<void>[], graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([Promise.allSettled(work), grace]);
  clearTimeout(timer);
}
