import { notifyDeliveriesDue, notifyDeliveriesDueAt, onDeliveriesDue } from "../events/deliveries-due";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { makeAttempt } from "./attempt";
import { type ClaimedDelivery, claimDeliveries } from "./claim";
import { createSlots, ROWS_PER_WEBHOOK } from "./slots";

/** A step of a background function is limited: the next one continues. */
const DRAIN_MAX_MS = 45_000;

/** A claim costs as much for one free slot as for a hundred: with this many attempts under way, half must end first. */
const CROWD = 256;
const PAUSE_MAX_MS = 50;

const slots = () => shared("delivery-slots", createSlots);
const turn = () => shared<{ last: Promise<unknown> }>("delivery-claims", () => ({ last: Promise.resolve() }));

/** Claims of one process take turns and occupy their slots at once, so that together they never exceed a share. */
function claim(): Promise<ClaimedDelivery[]> {
  const claimed = turn().last.then(async () => {
    if (slots().free === 0) return [];
    const deliveries = await claimDeliveries(slots());
    for (const delivery of deliveries) slots().enter(delivery);
    return deliveries;
  });
  turn().last = claimed.catch(() => undefined);
  return claimed;
}

/** A first attempt or a retry: both are claimed once they are due. A failed attempt schedules the next. */
async function attempt(delivery: ClaimedDelivery): Promise<void> {
  let wasSlow = false;
  try {
    const finished = await makeAttempt(delivery);
    wasSlow = finished?.error === "timeout";
    if (finished?.nextRetryAt) notifyDeliveriesDueAt(finished.nextRetryAt);
  } catch (error) {
    log().error({ error, deliveryId: delivery.id }, "an attempt failed to run or to be saved; its claim lapses");
  } finally {
    if (slots().leave(delivery, wasSlow)) notifyDeliveriesDue();
  }
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
  const underWay = new Set<Promise<void>>();
  let [attempted, finished, isNotified] = [0, 0, false];
  let recheck = (): void => undefined;
  const waitUntil = (isTrue: () => boolean, maxMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs);
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
  try {
    for (;;) {
      const enough = finished + underWay.size / 2;
      if (underWay.size >= CROWD) await waitUntil(() => finished >= enough, PAUSE_MAX_MS);
      if (performance.now() - startedMs > DRAIN_MAX_MS) break;
      // A notification from here on may come too late for this claim.
      isNotified = false;
      const deliveries = await claim();
      for (const delivery of deliveries) {
        const work = attempt(delivery).finally(() => {
          underWay.delete(work);
          finished += 1;
          recheck();
        });
        underWay.add(work);
      }
      attempted += deliveries.length;
      // So few are all that were due, except where a share is used up: leaving a full share notifies.
      if (deliveries.length >= ROWS_PER_WEBHOOK) continue;
      await waitUntil(() => isNotified || underWay.size === 0, DRAIN_MAX_MS);
      if (!isNotified && lingerMs > 0) await waitUntil(() => isNotified, lingerMs);
      if (!isNotified && underWay.size === 0) return { attempted, isMore: false };
    }
  } finally {
    unsubscribe();
    // Notified after the deadline: the next drain must read the queue.
    if (isNotified) notifyDeliveriesDue();
  }
  await Promise.all(underWay);
  return { attempted, isMore: true };
}
