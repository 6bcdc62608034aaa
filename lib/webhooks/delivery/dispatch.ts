import { notifyDeliveriesDue, notifyDeliveriesDueAt, onDeliveriesDue } from "../../events/deliveries-due";
import { minuteOf } from "../../events/delivery-minute";
import { type NewDelivery, offerSlots } from "../../events/new-deliveries";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { shared } from "../../platform/shared";
import { makeAttempt } from "./attempt";
import { type Claimed, type ClaimedDelivery, claimDeliveries, leaseFrom, releaseDeliveries } from "./claim";
import { prioritize } from "./priority";
import { createSlots } from "./slots";

/** The step of a background function may take no longer. */
const DRAIN_MAX_MS = 45_000;

/** A claim costs as much for one slot as for a hundred, so beyond this many attempts half must end first. */
const CROWD = 512;
const PAUSE_MAX_MS = 50;

const slots = () => shared("delivery-slots", createSlots);
const turn = () => shared<{ last: Promise<unknown> }>("delivery-claims", () => ({ last: Promise.resolve() }));

/** Claims of one process take turns and occupy their slots at once, so that together they exceed no share. */
function claim(): Promise<Claimed> {
  const claimed = turn().last.then(async () => {
    if (slots().free === 0) return { deliveries: [], isMore: false };
    const next = await claimDeliveries(slots());
    for (const delivery of next.deliveries) slots().enter(delivery);
    return next;
  });
  turn().last = claimed.catch(() => undefined);
  return claimed;
}

async function attempt(delivery: ClaimedDelivery): Promise<void> {
  let wasSlow = false;
  try {
    const finished = await makeAttempt(delivery);
    wasSlow = finished?.error === "timeout";
    if (finished?.nextRetryAt) {
      prioritize(delivery, finished.nextRetryAt);
      notifyDeliveriesDueAt(finished.nextRetryAt);
    }
  } catch (error) {
    log().error({ error, deliveryId: delivery.id }, "an attempt failed to run or to be saved; its claim lapses");
  } finally {
    if (slots().leave(delivery, wasSlow)) notifyDeliveriesDue();
  }
}

const spent = () => shared("spent-minutes", () => ({ minute: 0, entities: new Set<string>() }));

function readSpent(): Set<string> {
  const state = spent();
  const minute = minuteOf(now()).getTime();
  if (state.minute !== minute) Object.assign(state, { minute, entities: new Set() });
  return state.entities;
}

async function giveBack(deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  try {
    await releaseDeliveries(deliveries);
    notifyDeliveriesDue();
  } catch (error) {
    log().error({ error }, "new deliveries were not released; their claims lapse");
  }
}

function takeNewDeliveries(start: (work: Promise<void>) => void, isInTime: () => boolean): () => void {
  let isDraining = true;
  const isOpen = () => isDraining && isInTime();
  const take = (deliveries: readonly NewDelivery[]) => {
    const [entered, others]: [NewDelivery[], NewDelivery[]] = [[], []];
    for (const delivery of deliveries) (isOpen() && slots().tryEnter(delivery) ? entered : others).push(delivery);
    for (const delivery of entered) start(attempt(delivery));
    void giveBack(others);
  };
  const withdraw = offerSlots((entityId) => {
    if (!isOpen() || !slots().hasRoom(entityId) || readSpent().has(entityId)) return null;
    const markSpent = (minute: Date) => {
      if (minute.getTime() === minuteOf(now()).getTime()) readSpent().add(entityId);
    };
    return { claimUntil: leaseFrom(now()), fullHosts: slots().listFullHosts(), take, markSpent };
  });
  return () => {
    isDraining = false;
    withdraw();
  };
}

export interface Drained {
  attempted: number;
  isMore: boolean;
}

/**
 * Makes every attempt that is due and within its limits, until nothing wakes it for `lingerMs`. Callers that arrive
 * before a drain has begun join it.
 */
export function drainDeliveries(lingerMs = 0): Promise<Drained> {
  const pending = shared<{ drain: Promise<Drained> | null }>("delivery-drain", () => ({ drain: null }));
  pending.drain ??= turn().last.then(() => {
    pending.drain = null;
    return drain(lingerMs);
  });
  return pending.drain;
}

async function drain(lingerMs: number): Promise<Drained> {
  const startedMs = performance.now();
  let [attempted, underWay, isNotified] = [0, 0, false];
  let recheck = (): void => undefined;
  const waitUntil = (isTrue: () => boolean, maxMs = Number.POSITIVE_INFINITY) =>
    new Promise<void>((resolve) => {
      const timer = Number.isFinite(maxMs) ? setTimeout(resolve, maxMs) : undefined;
      recheck = () => {
        if (!isTrue()) return;
        clearTimeout(timer);
        resolve();
      };
      recheck();
    });
  const unsubscribe = onDeliveriesDue(() => {
    isNotified = true;
    recheck();
  });
  const end = () => {
    underWay -= 1;
    recheck();
  };
  // A Set would grow for ever: V8 keeps its deleted members while others are added.
  const start = (work: Promise<void>) => {
    attempted += 1;
    underWay += 1;
    void work.then(end);
    recheck();
  };
  const leftMs = () => DRAIN_MAX_MS - (performance.now() - startedMs);
  const withdraw = takeNewDeliveries(start, () => leftMs() > 0);
  try {
    for (;;) {
      const enough = attempted - underWay / 2;
      if (underWay >= CROWD) await waitUntil(() => attempted - underWay >= enough, PAUSE_MAX_MS);
      if (leftMs() <= 0) break;
      // A wake from here on may come too late for this claim.
      isNotified = false;
      const { deliveries, isMore } = await claim();
      for (const delivery of deliveries) start(attempt(delivery));
      // Deliveries that are left wait for a full share, and leaving one wakes this drain.
      if (isMore) continue;
      do {
        await waitUntil(() => isNotified || underWay === 0, leftMs());
        if (!isNotified && lingerMs > 0) await waitUntil(() => isNotified || underWay > 0, lingerMs);
      } while (!isNotified && underWay > 0 && leftMs() > 0);
      if (!isNotified && underWay === 0) return { attempted, isMore: false };
    }
  } finally {
    withdraw();
    unsubscribe();
    if (isNotified || leftMs() <= 0) notifyDeliveriesDue();
  }
  await waitUntil(() => underWay === 0);
  return { attempted, isMore: true };
}
