import { notifyDeliveriesDue, notifyDeliveriesDueAt, onDeliveriesDue } from "../../events/deliveries-due";
import { minuteOf } from "../../events/delivery-minute";
import { type NewDelivery, offerSlots } from "../../events/new-deliveries";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { shared } from "../../platform/shared";
import { makeAttempt } from "./attempt";
import { type Claimed, type ClaimedDelivery, claimDeliveries, leaseFrom } from "./claim";
import { callWebhook } from "./keep-called-webhooks";
import { releaseDeliveries } from "./release";
import { createSlots } from "./slots";

/** A step of a background function is limited: the next one continues. */
const DRAIN_MAX_MS = 45_000;

/**
 * A claim costs as much for one free slot as for a hundred: with this many attempts under way, half must end first. About as
 * many as a claim brings wait for the statement that ends them; the others are those that keep this process busy meanwhile.
 */
const CROWD = 512;
const PAUSE_MAX_MS = 50;

const slots = () => shared("delivery-slots", createSlots);
const turn = () => shared<{ last: Promise<unknown> }>("delivery-claims", () => ({ last: Promise.resolve() }));

/** Claims of one process take turns and occupy their slots at once, so that together they never exceed a share. */
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

/** A first attempt or a retry, which has a slot. A failed attempt schedules the next. */
async function attempt(delivery: ClaimedDelivery): Promise<void> {
  let wasSlow = false;
  try {
    const finished = await makeAttempt(delivery);
    wasSlow = finished?.error === "timeout";
    if (finished?.nextRetryAt) {
      callWebhook(delivery, finished.nextRetryAt);
      notifyDeliveriesDueAt(finished.nextRetryAt);
    }
  } catch (error) {
    log().error({ error, deliveryId: delivery.id }, "an attempt failed to run or to be saved; its claim lapses");
  } finally {
    if (slots().leave(delivery, wasSlow)) notifyDeliveriesDue();
  }
}

/** Entities that have no more deliveries in this minute: theirs wait in the queue. */
const spent = () => shared("spent-minutes", () => ({ minute: 0, entities: new Set<string>() }));

function readSpent(): Set<string> {
  const state = spent();
  const minute = minuteOf(now()).getTime();
  if (state.minute !== minute) Object.assign(state, { minute, entities: new Set() });
  return state.entities;
}

/** Deliveries without a slot go back to the queue, where a claim finds them and counts them again. */
async function giveBack(deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  try {
    await releaseDeliveries(deliveries);
    notifyDeliveriesDue();
  } catch (error) {
    log().error({ error }, "new deliveries were not released; their claims lapse");
  }
}

/** A drain that is open starts new deliveries without a claim: `start` is told of each. */
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
    const noteSpent = (minute: Date) => {
      if (minute.getTime() === minuteOf(now()).getTime()) readSpent().add(entityId);
    };
    return { claimUntil: leaseFrom(now()), fullHosts: slots().listFullHosts(), take, noteSpent };
  });
  return () => {
    isDraining = false;
    withdraw();
  };
}

export interface Drained {
  attempted: number;
  /** The drain hit its deadline while deliveries were still due. */
  isMore: boolean;
}

/**
 * Makes all attempts that are due and within their limits, concurrently, until none is left and no notification came for
 * `lingerMs`. Callers that arrive before a pending drain has started join it.
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
  // A count: V8 keeps every member that a Set ever had while the Set gains and loses one with each delivery.
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
      // A notification from here on may come too late for this claim.
      isNotified = false;
      const { deliveries, isMore } = await claim();
      for (const delivery of deliveries) start(attempt(delivery));
      // Otherwise these were all that were due, except where a share is used up: leaving a full share notifies.
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
    // The next drain goes on from here.
    if (isNotified || leftMs() <= 0) notifyDeliveriesDue();
  }
  await waitUntil(() => underWay === 0);
  return { attempted, isMore: true };
}
