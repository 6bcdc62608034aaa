import { randomUUID } from "node:crypto";
import { createBatch } from "../../lib/platform/batch";
import { nowMs as readClock } from "../../lib/platform/clock";
import { log } from "../../lib/platform/log";
import { acceptEvents } from "./accept-events";
import { type ClaimedRun, claimRuns } from "./claim-runs";
import { createCrontab } from "./crontab";
import type { EventDoor } from "./event-door";
import { executeRun } from "./execute";
import { type ActiveRun, createLanes, type Lanes } from "./lanes";
import { createLoop } from "./loop";
import type { RunnerEvent } from "./matching";
import { kindOf, makePlan, type Plan } from "./plan";
import { pollDue } from "./poll-due";
import { askForFunctions, type SdkHandler } from "./protocol";
import { extendLeases, handBackRuns } from "./save-run";
import { listenForWork, wakeOthers } from "./watch-work";

export interface RunnerOptions {
  /** The SDK's handler of the functions; no route leads to it. */
  handler: SdkHandler;
  /** Where the functions' client sends its events. */
  door: EventDoor;
  nowMs?: () => number;
  /** Runs that this process works on at a time. */
  lanes?: number;
  /** Lanes for functions with concurrency limits, beside the others. */
  limitedLanes?: number;
  /** A process that has ended is noticed after this time. */
  leaseMs?: number;
  /** How often to look for work of which no one has told this process. */
  pollMs?: number;
  /** How long the function's code may take for one step. */
  callTimeoutMs?: number;
}

export interface Runner {
  /** Ends the steps under way, for so long at most, and hands back the runs. */
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
  pollAtMs: number;
  hasAccepted: boolean;
  isStopping: boolean;
}

/** Runs the functions, side by side with the runners of other processes that share the database. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const plan = makePlan(await askForFunctions(options.handler));
  const settings = { ...DEFAULTS, ...options };
  const laneOf = ({ functionId }: ClaimedRun) => {
    const fn = plan.get(functionId);
    return fn ? kindOf(fn) : "free";
  };
  const counts = { free: settings.lanes, limited: settings.limitedLanes };
  const lanes = createLanes(counts, laneOf, () => loop.kick());
  const state: State = { plan, settings, lanes, pollAtMs: 0, hasAccepted: false, isStopping: false };
  const pass = createPass(state);
  const loop = createLoop(pass, () => state.pollAtMs - settings.nowMs());
  const accept = createBatch<readonly RunnerEvent[], undefined>(async (groups) => {
    await acceptEvents(plan, groups.flat(), settings.nowMs());
    state.hasAccepted = true;
    loop.kick();
    return groups.map(() => undefined);
  });
  // A heartbeat that fails is made up for by the next: a lease outlasts three.
  const heartbeat = setInterval(() => void renewLeases(state).catch(() => undefined), settings.leaseMs / 4);
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
      await handBackAll(state);
      await listener.close();
    },
  };
}

function createPass(state: State): () => Promise<void> {
  const { plan, settings, lanes } = state;
  const crontab = createCrontab(plan);
  const instance = randomUUID();
  let claims = 0;
  return async () => {
    const now = settings.nowMs();
    if (now >= state.pollAtMs) {
      const dueAtMs = await pollDue(plan, crontab, now);
      state.pollAtMs = Math.min(now + settings.pollMs, dueAtMs);
    }
    while (!state.isStopping) {
      claims += 1;
      const claim = { token: `${instance}:${claims}`, nowMs: settings.nowMs(), leaseMs: settings.leaseMs };
      const runs = await claimRuns(plan, claim, { free: lanes.countOpen("free"), limited: lanes.countOpen("limited") });
      if (runs.length === 0) break;
      for (const run of runs) lanes.enter(run, (active) => execute(state, active));
    }
    if (state.hasAccepted && (lanes.countOpen("free") <= 0 || lanes.countOpen("limited") <= 0)) await wakeOthers();
    state.hasAccepted = false;
  };
}

async function execute(state: State, active: ActiveRun): Promise<void> {
  const { plan, settings } = state;
  const { handler, nowMs, callTimeoutMs } = settings;
  const isLost = () => active.isLost;
  const isStopping = () => state.isStopping;
  try {
    const wakeAtMs = await executeRun({ plan, handler, nowMs, callTimeoutMs, isStopping, isLost }, active.run);
    if (wakeAtMs !== null) state.pollAtMs = Math.min(state.pollAtMs, wakeAtMs);
  } catch (error) {
    const { id: runId, functionId } = active.run;
    log().error({ error, runId, functionId }, "a background run was dropped; it continues when its lease has lapsed");
  }
}

/** The heartbeat. Runs that are no longer ours are marked as lost. */
async function renewLeases({ lanes, settings }: State): Promise<void> {
  const active = lanes.list();
  if (active.length === 0) return;
  const runs = active.map(({ run }) => run);
  const held = await extendLeases(runs, settings.nowMs() + settings.leaseMs);
  for (const entry of active) entry.isLost ||= !held.has(entry.run.id);
}

async function handBackAll({ lanes, settings }: State): Promise<void> {
  const left = lanes.list();
  for (const entry of left) entry.isLost = true;
  const runs = left.map(({ run }) => run);
  if (runs.length > 0) await handBackRuns(runs, settings.nowMs()).catch(() => undefined);
}

async function settleWithin(work: readonly Promise<void>[], graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([Promise.allSettled(work), grace]);
  clearTimeout(timer);
}
