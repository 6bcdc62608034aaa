import { ensureAllPartitions } from "../inngest/prepare-database";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Runs the keeper as on each of the last days: partitions are only created from their own day on. */
export async function createDays(days: number): Promise<void> {
  for (let back = days; back > 0; back -= 4) await onDay(back, ensureAllPartitions);
  await ensureAllPartitions();
}

export async function onDay<T>(back: number, work: () => Promise<T>): Promise<T> {
  const real = Date.now;
  Date.now = () => real() - back * DAY_MS;
  try {
    return await work();
  } finally {
    Date.now = real;
  }
}
