import { query } from "../../db/transaction";
import { minuteOf } from "../../events/delivery-minute";
import { now } from "../../platform/clock";
import { LISTENER_CLAIM_MS, LISTENER_WINDOW } from "../../platform/command-line-limits";
import { WEBHOOK_DELIVERIES_PER_MINUTE } from "../../platform/limits";
import { log } from "../../platform/log";
import { makeAttempt } from "../delivery/attempt";
import type { ClaimedDelivery } from "../delivery/claim";
import { CLAIM_FOR_LISTENER } from "./listeners.sql";
import type { ListenerStream } from "./stream";
import type { HeldStream } from "./streams";

/** A timer that fires a moment early would find nothing due. */
const TIMER_SLACK_MS = 5;

async function claimFor({ webhookId, id: streamId }: ListenerStream, free: number): Promise<ClaimedDelivery[]> {
  const at = now();
  const claimed = await query(CLAIM_FOR_LISTENER, {
    webhookId,
    streamId,
    at,
    minute: minuteOf(at),
    free,
    deliveriesMax: WEBHOOK_DELIVERIES_PER_MINUTE,
    claimedUntil: new Date(at.getTime() + LISTENER_CLAIM_MS),
  });
  return claimed.sort((a, b) => a.eventCreatedAt.getTime() - b.eventCreatedAt.getTime() || (a.id < b.id ? -1 : 1));
}

export function createDrain(stream: ListenerStream): Omit<HeldStream, "stream"> {
  const underWay = new Map<string, Promise<void>>();
  let claiming: Promise<void> | null = null;
  let isWanted = false;
  const isFree = () => isWanted && stream.isOpen && underWay.size < LISTENER_WINDOW;

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    try {
      const nextRetryAt = (await makeAttempt(delivery))?.nextRetryAt;
      if (nextRetryAt) setTimeout(drain, nextRetryAt.getTime() - now().getTime() + TIMER_SLACK_MS).unref();
    } catch (error) {
      log().error({ error, deliveryId: delivery.id }, "an attempt of a listener was not saved");
    } finally {
      stream.leaveTurn(delivery.id);
      underWay.delete(delivery.id);
      if (underWay.size <= LISTENER_WINDOW / 2) drain();
    }
  }

  async function run(): Promise<void> {
    while (isFree()) {
      isWanted = false;
      const free = LISTENER_WINDOW - underWay.size;
      const claimed = await claimFor(stream, free);
      for (const delivery of claimed) {
        stream.takeTurn(delivery.id);
        underWay.set(delivery.id, attempt(delivery));
      }
      if (claimed.length === free) isWanted = true;
    }
  }

  function drain(): void {
    isWanted = true;
    if (claiming !== null || !isFree()) return;
    claiming = run()
      .catch((error: unknown) => log().warn({ error }, "deliveries of a listener were not claimed; a poll tries again"))
      .finally(() => {
        claiming = null;
        if (isFree()) drain();
      });
  }

  return {
    drain,
    finished: async (deliveryId) => underWay.get(deliveryId),
    async settled() {
      await claiming;
      await Promise.all(underWay.values());
    },
  };
}
