import { notifyDeliveriesDue, notifyDeliveriesDueAt, onDeliveriesDue } from "../events/deliveries-due";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { makeAttempt } from "./attempt";
import { type ClaimedDelivery, claimDeliveries } from "./claim";
import { ROWS_PER_WEBHOOK } from "./deliveries.sql";
import { createSlots } from "./slots";

/** A step of a background function does not go on for ever: what is left is the next one's. */
const DRAIN_MAX_MS = 45_000;

/** A claim looks at all webhooks that wait, for one free place as for a hundred. A crowd is let go by half before the next. */
const CROWD = 256;
const PAUSE_MAX_MS = 50;

const slots = () => shared("delivery-slots", createSlots);
const turn = () => shared<{ last: Promise<unknown> }>("delivery-claims", () => ({ last: Promise.resolve() }));

/** Claims of one process take turns, and hold their places at once: together they never pass a share. */
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

/** A first attempt or a retry: both are claimed once they are due. Every failed attempt schedules the next. */
async function attempt(delivery: ClaimedDelivery): Promise<void> {
  let wasSlow = false;
  try {
    const { error, nextRetryAt } = await makeAttempt(delivery);
    wasSlow = error === "timeout";
    if (nextRetryAt) notifyDeliveriesDueAt(nextRetryAt);
  } catch (error) {
    log().error(
      { error, deliveryId: delivery.id },
      "an attempt could not be made, or not be written down; its claim lapses",
    );
  } finally {
    if (slots().leave(delivery, wasSlow)) notifyDeliveriesDue();
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
  const unsubscribe = onDeliveriesDue(() => {
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
        const work = attempt(delivery).finally(() => {
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
    unsubscribe();
    // Asked, and with no time to look any more: somebody else must.
    if (isAsked) notifyDeliveriesDue();
  }
  await Promise.all(underWay);
  return { attempted, isMore: true };
}
