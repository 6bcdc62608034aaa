import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createBatch } from "../../lib/db/batch";
import { nowMs as readClock } from "../../lib/platform/clock";
import { log } from "../../lib/platform/log";
import { acceptEvents, acceptTicks } from "./accept-events";
import { type ClaimedRun, claimRuns } from "./claim-runs";
import { type Crontab, createCrontab, isTick } from "./crontab";
import type { EventDoor, RunnerEvent } from "./event-door";
import { countEnd, executeRun } from "./execute";
import { createLoop } from "./loop";
import { type Kind, kindOf, makePlan, type Plan } from "./plan";
import { askForFunctions, type SdkHandler } from "./protocol";
import { cancelExpiredRuns, extendLeases, findNextDueMs, handBackRuns } from "./save-run";
import { listenForWork, wakeOthers } from "./watch-work";

const DEFAULTS = {
  nowMs: readClock,
  /** Runs that this process works on at a time. */
  lanes: 16,
  /** Lanes for functions with concurrency limits, beside the others. */
  limitedLanes: 32,
  /** A process that has ended is noticed after this time. */
  leaseMs: 20_000,
  /** How often to look for work of which no one has told this process. */
  pollMs: 5_000,
  /** How long the function's code may take for one step. */
  callTimeoutMs: 15 * 60_000,
  /** Between the starts of functions that the clock starts: at the full minute all of them at once held up every request. */
  tickGapMs: 100,
};

export interface RunnerOptions extends Partial<typeof DEFAULTS> {
  /** The SDK's handler of the functions; no route leads to it. */
  handler: SdkHandler;
  /** Where the functions' client sends its events. */
  door: EventDoor;
}

export interface Runner {
  /** Ends the steps under way, within this time, and hands back the runs. */
  stop(graceMs?: number): Promise<void>;
}

/** A run in one of this process's lanes. */
interface ActiveRun {
  run: ClaimedRun;
  kind: Kind;
  isLost: boolean;
  ended: Promise<void>;
}

interface State {
  plan: Plan;
  settings: Required<RunnerOptions>;
  active: Set<ActiveRun>;
  /** When time alone makes something due, as far as this process knows. */
  pollAtMs: number;
  /** When the next function that the clock starts may begin, by `performance.now()`. */
  tickFromMs: number;
  /** Events accepted so far, and those of which the other processes were told, or that had room here. */
  accepted: number;
  settled: number;
  stopping: AbortController;
}

/** Runs the functions, side by side with the runners of other processes that share the database. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const plan = makePlan(await askForFunctions(options.handler));
  // A series that begins with its first failure would hide it: growth is counted from 0.
  for (const functionId of plan.keys()) countEnd(functionId, "failed", 0);
  const settings = { ...DEFAULTS, ...options };
  const active = new Set<ActiveRun>();
  const stopping = new AbortController();
  // One for each function that waits for its turn at the full minute.
  setMaxListeners(0, stopping.signal);
  const state: State = { plan, settings, active, pollAtMs: 0, tickFromMs: 0, accepted: 0, settled: 0, stopping };
  const pass = createPass(state, () => loop.kick());
  const loop = createLoop(pass, () => state.pollAtMs - settings.nowMs());
  const accept = createBatch<readonly RunnerEvent[], undefined>(async (groups) => {
    await acceptEvents(plan, groups.flat(), settings.nowMs());
    state.accepted += 1;
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
      state.stopping.abort();
      await loop.stop();
      await settleWithin([...active], graceMs);
      settings.door.connect(null);
      clearInterval(heartbeat);
      await handBackAll(state);
      await listener.close();
    },
  };
}

function countOpenLanes({ settings, active }: State): Record<Kind, number> {
  const count = (wanted: Kind) => [...active].filter(({ kind }) => kind === wanted).length;
  return { free: settings.lanes - count("free"), limited: settings.limitedLanes - count("limited") };
}

/** The lane is free again when the work has ended, however it ended. */
function enterLane(state: State, run: ClaimedRun, onFree: () => void): void {
  const fn = state.plan.get(run.functionId);
  const entry: ActiveRun = { run, kind: fn ? kindOf(fn) : "free", isLost: false, ended: Promise.resolve() };
  state.active.add(entry);
  entry.ended = execute(state, entry).finally(() => {
    state.active.delete(entry);
    onFree();
  });
}

function createPass(state: State, onFree: () => void): () => Promise<void> {
  const { plan, settings } = state;
  const crontab = createCrontab(plan);
  const instance = randomUUID();
  let claims = 0;
  return async () => {
    const now = settings.nowMs();
    // Events that come during this pass may be too late for its claims: they are the next one's.
    const { accepted } = state;
    if (now >= state.pollAtMs) {
      const dueAtMs = await pollDue(plan, crontab, now);
      state.pollAtMs = Math.min(now + settings.pollMs, dueAtMs);
    }
    while (!state.stopping.signal.aborted) {
      claims += 1;
      const claim = { token: `${instance}:${claims}`, nowMs: settings.nowMs(), leaseMs: settings.leaseMs };
      const runs = await claimRuns(plan, claim, countOpenLanes(state));
      if (runs.length === 0) break;
      for (const run of runs) enterLane(state, run, onFree);
    }
    const { free, limited } = countOpenLanes(state);
    if (accepted > state.settled && (free <= 0 || limited <= 0)) await wakeOthers();
    state.settled = accepted;
  };
}

/** Acts on time alone: ticks of crons, and runs that take too long. Returns when something is due next. */
async function pollDue(plan: Plan, crontab: Crontab, nowMs: number): Promise<number> {
  const ticks = crontab.listDue(nowMs);
  if (ticks.length > 0) await acceptTicks(ticks, nowMs);
  crontab.advance(nowMs);
  await cancelExpiredRuns(nowMs);
  return Math.min((await findNextDueMs(plan, nowMs)) ?? Number.POSITIVE_INFINITY, crontab.nextMs());
}

async function execute(state: State, active: ActiveRun): Promise<void> {
  const { plan, settings } = state;
  const { handler, nowMs, callTimeoutMs } = settings;
  const isLost = () => active.isLost;
  const { signal } = state.stopping;
  const isStopping = () => signal.aborted;
  try {
    if (isTick(active.run.event)) await sleep(takeTickDelay(state), undefined, { signal }).catch(() => undefined);
    const wakeAtMs = await executeRun({ plan, handler, nowMs, callTimeoutMs, isStopping, isLost }, active.run);
    if (wakeAtMs !== null) state.pollAtMs = Math.min(state.pollAtMs, wakeAtMs);
  } catch (error) {
    const { id: runId, functionId } = active.run;
    log().error({ error, runId, functionId }, "a background run was dropped; it continues when its lease has lapsed");
  }
}

function takeTickDelay(state: State): number {
  const nowMs = performance.now();
  const startMs = Math.max(nowMs, state.tickFromMs);
  state.tickFromMs = startMs + state.settings.tickGapMs;
  return startMs - nowMs;
}

/** The heartbeat. Runs that are no longer ours are marked as lost. */
async function renewLeases({ active, settings }: State): Promise<void> {
  const entries = [...active];
  if (entries.length === 0) return;
  const runs = entries.map(({ run }) => run);
  const held = await extendLeases(runs, settings.nowMs() + settings.leaseMs);
  for (const entry of entries) entry.isLost ||= !held.has(entry.run.id);
}

async function handBackAll({ active, settings }: State): Promise<void> {
  const left = [...active];
  for (const entry of left) entry.isLost = true;
  const runs = left.map(({ run }) => run);
  if (runs.length > 0) await handBackRuns(runs, settings.nowMs()).catch(() => undefined);
}

async function settleWithin(active: readonly ActiveRun[], graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([Promise.allSettled(active.map(({ ended }) => ended)), grace]);
  clearTimeout(timer);
}
