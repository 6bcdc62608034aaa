import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createBatch } from "../../lib/db/batch";
import { nowMs as readClock } from "../../lib/platform/clock";
import { log } from "../../lib/platform/log";
import { acceptEvents, acceptTicks } from "./accept-events";
import { type ClaimedRun, claimRuns } from "./claim-runs";
import { type Crontab, createCrontab, isTick } from "./crontab";
import type { EventEntry, RunnerEvent } from "./event-entry";
import { countEnd, executeRun } from "./execute";
import { createLoop } from "./loop";
import { type Kind, kindOf, makePlan, type Plan } from "./plan";
import { requestFunctions, type SdkHandler } from "./protocol";
import { cancelExpiredRuns, extendLeases, findNextDueMs, handBackRuns } from "./save-run";
import { listenForWork, wakeOthers } from "./watch-work";

const DEFAULTS = {
  nowMs: readClock,
  lanes: 16,
  limitedLanes: 32,
  leaseMs: 20_000,
  pollMs: 5_000,
  callTimeoutMs: 15 * 60_000,
  /** All clock-started functions at once would hold up every request at the full minute. */
  tickGapMs: 100,
};

export interface RunnerOptions extends Partial<typeof DEFAULTS> {
  handler: SdkHandler;
  door: EventEntry;
}

export interface Runner {
  stop(graceMs?: number): Promise<void>;
}

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
  pollAtMs: number;
  tickFromMs: number;
  accepted: number;
  settled: number;
  stopping: AbortController;
}

export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const plan = makePlan(await requestFunctions(options.handler));
  // A series that begins with its first failure would hide it: growth is counted from 0.
  for (const functionId of plan.keys()) countEnd(functionId, "failed", 0);
  const settings = { ...DEFAULTS, ...options };
  const active = new Set<ActiveRun>();
  const stopping = new AbortController();
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
  // A lease outlasts three heartbeats, so the next one makes up for a failure.
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
