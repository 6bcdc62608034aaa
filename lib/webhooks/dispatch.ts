import { hearWakes, wakeDispatch } from "../events/wake";
import { signal } from "../platform/background";
import { now } from "../platform/clock";
import { BURST_WINDOW_SECONDS } from "../platform/limits";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { makeAttempt } from "./attempt";
import type { FinishedAttempt } from "./attempt-store";
import { type ClaimedDelivery, claimDeliveries, minuteOf, ROWS_PER_WEBHOOK, readNextAttempt } from "./claim-store";
import { createSlots } from "./slots";

export const DELIVERY_FAILED = "webhooks/delivery.failed";

/** A step of a background function does not go on for ever: what is left is the next one's. */
const DRAIN_MAX_MS = 45_000;

/** A claim looks at all webhooks that wait, for one free place as for a hundred. A crowd is let go by half before the next. */
const CROWD = 256;
const PAUSE_MAX_MS = 50;

const slots = () => shared("delivery-slots", createSlots);
const turn = () => shared<{ last: Promise<unknown> }>("delivery-claims", () => ({ last: Promise.resolve() }));

/** Claims of one process take turns, and hold their places at once: together they never pass a share. */
function claim(deliveryId: string | null = null): Promise<ClaimedDelivery[]> {
  const claimed = turn().last.then(async () => {
    if (slots().free === 0) return [];
    const deliveries = await claimDeliveries(slots(), deliveryId);
    for (const delivery of deliveries) slots().enter(delivery);
    return deliveries;
  });
  turn().last = claimed.catch(() => undefined);
  return claimed;
}

/** null: the attempt was made, or not, but could not be written down; its claim lapses. */
async function attempt(delivery: ClaimedDelivery): Promise<FinishedAttempt | null> {
  let wasSlow = false;
  try {
    const finished = await makeAttempt(delivery);
    wasSlow = finished.error === "timeout";
    return finished;
  } catch (error) {
    log().error(
      { error, deliveryId: delivery.id },
      "an attempt could not be made, or not be written down; its claim lapses",
    );
    return null;
  } finally {
    if (slots().leave(delivery, wasSlow)) wakeDispatch();
  }
}

export interface Drained {
  attempted: number;
  /** The time was up before everything that is due had its turn. */
  isMore: boolean;
}

/**
 * Makes all attempts that are due and within their limits, side by side, until none is left and nobody has asked for so
 * long. Who asks while one such pass waits for its turn shares it: it has not looked yet, so it misses nothing.
 */
export function drainDeliveries(lingerMs = 0): Promise<Drained> {
  const line = shared<{ next: Promise<Drained> | null }>("delivery-drain", () => ({ next: null }));
  line.next ??= turn().last.then(() => {
    line.next = null;
    return drain(lingerMs);
  });
  return line.next;
}

async function drain(lingerMs: number): Promise<Drained> {
  const startedMs = performance.now();
  const underWay = new Set<Promise<void>>();
  let [attempted, finished, isAsked] = [0, 0, false];
  let look = (): void => undefined;
  const waitUntil = (isTrue: () => boolean, maxMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      look = () => {
        if (!isTrue()) return;
        clearTimeout(timer);
        resolve();
      };
      look();
    });
  const stopHearing = hearWakes(() => {
    isAsked = true;
    look();
  });
  try {
    for (;;) {
      const enough = finished + underWay.size / 2;
      if (underWay.size >= CROWD) await waitUntil(() => finished >= enough, PAUSE_MAX_MS);
      if (performance.now() - startedMs > DRAIN_MAX_MS) break;
      // Whoever asks from here on may have come too late for this claim.
      isAsked = false;
      const deliveries = await claim();
      for (const delivery of deliveries) {
        const work = attemptFirst(delivery).finally(() => {
          underWay.delete(work);
          finished += 1;
          look();
        });
        underWay.add(work);
      }
      attempted += deliveries.length;
      // So few are all there were, but for those whose share is used up: who leaves a full one asks.
      if (deliveries.length >= ROWS_PER_WEBHOOK) continue;
      await waitUntil(() => isAsked || underWay.size === 0, DRAIN_MAX_MS);
      if (!isAsked && lingerMs > 0) await waitUntil(() => isAsked, lingerMs);
      if (!isAsked && underWay.size === 0) return { attempted, isMore: false };
    }
  } finally {
    stopHearing();
    // Asked, and with no time to look any more: somebody else must.
    if (isAsked) wakeDispatch();
  }
  await Promise.all(underWay);
  return { attempted, isMore: true };
}

/** A delivery that failed for the first time gets a run of its own, which sleeps between its retries. */
async function attemptFirst(delivery: ClaimedDelivery): Promise<void> {
  const finished = await attempt(delivery);
  if (finished?.attempt !== 1 || !finished.nextRetryAt) return;
  const { deliveryId, nextRetryAt } = finished;
  signal({ id: `${DELIVERY_FAILED}:${deliveryId}`, name: DELIVERY_FAILED, data: { deliveryId, nextRetryAt } });
}

/** Attempts one delivery if it is due and within its limits. The next instant to ask again; null: it is over. */
export async function retryDelivery(deliveryId: string): Promise<Date | null> {
  const [delivery] = await claim(deliveryId);
  if (delivery) {
    const finished = await attempt(delivery);
    if (finished) return finished.nextRetryAt;
  }
  const next = await readNextAttempt(deliveryId);
  const at = now();
  if (next === null || next > at) return next;
  // Due, but not now: the host's share or the minute's is used up.
  return new Date(minuteOf(at).getTime() + BURST_WINDOW_SECONDS * 1000);
}
