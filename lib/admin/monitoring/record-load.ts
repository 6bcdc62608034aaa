import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { type Load, returnLoad, takeLoad } from "../../platform/load";
import { log } from "../../platform/log";
import { ADD_LOAD } from "./load.sql";
import { readDueDeliveries } from "./read-backlog";

const EVERY_MS = 60_000;
export const SLOT_SECONDS = { "24h": 15 * 60, "30d": 6 * 60 * 60 } as const;

/** Every process records, so charts have no gap while background functions stand still. */
export function recordLoad(everyMs: number = EVERY_MS): { stop(): Promise<void> } {
  let failures = 0;
  let underWay = Promise.resolve();
  let begunAt = now();
  const timer = setInterval(() => {
    underWay = underWay.then(save);
  }, everyMs);
  timer.unref();

  async function save(): Promise<void> {
    const [load, since] = [takeLoad(), begunAt];
    begunAt = now();
    try {
      await saveLoad(load, since);
      failures = 0;
    } catch (error) {
      if (failures === 0) log().warn({ error }, "the load could not be recorded");
      failures += 1;
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await underWay;
      await save();
    },
  };
}

/**
 * Counts belong to the slot in which they began: a new slot would else begin with a minute of the one before it. What
 * cannot be stored is counted in the next minute.
 */
export async function saveLoad(load: Load, since: Date): Promise<void> {
  const at = now();
  try {
    const { oldestDeliveryAt } = await readDueDeliveries(at);
    const waitMs = oldestDeliveryAt === null ? 0 : Math.max(0, at.getTime() - oldestDeliveryAt.getTime());
    await query(ADD_LOAD, {
      ...load,
      at: since,
      lengths: Object.values(SLOT_SECONDS),
      oldestDueSeconds: Math.round(waitMs / 1000),
    });
  } catch (error) {
    returnLoad(load);
    throw error;
  }
}
