import { shared } from "./shared";

/** Each bucket ends 2^¼ above the one before it, from 1 ms to 55 s, so a percentile is at most a fifth too high. */
const STEPS_PER_DOUBLING = 4;
const LOAD_BUCKETS = 64;

/** Counts of one process since they were last taken. Those of several processes add up, buckets too. */
export interface Load {
  requests: number;
  failed: number;
  limited: number;
  durations: number[];
}

export function emptyLoad(): Load {
  return { requests: 0, failed: 0, limited: 0, durations: Array<number>(LOAD_BUCKETS).fill(0) };
}

const counted = () => shared("load", () => ({ load: emptyLoad() }));

export function countLoad(status: number | null, apiMs: number | null): void {
  const { load } = counted();
  load.requests += 1;
  if (status !== null && status >= 500) load.failed += 1;
  if (status === 429) load.limited += 1;
  if (apiMs !== null) addTo(load.durations, findBucket(apiMs), 1);
}

export function takeLoad(): Load {
  const holder = counted();
  const { load } = holder;
  holder.load = emptyLoad();
  return load;
}

export function returnLoad(unsaved: Load): void {
  const { load } = counted();
  load.requests += unsaved.requests;
  load.failed += unsaved.failed;
  load.limited += unsaved.limited;
  for (const [bucket, requests] of unsaved.durations.entries()) addTo(load.durations, bucket, requests);
}

export function readPercentileMs(durations: readonly number[], share: number): number | null {
  const total = durations.reduce((sum, requests) => sum + requests, 0);
  if (total === 0) return null;
  let left = Math.ceil(total * share);
  const bucket = durations.findIndex((requests) => {
    left -= requests;
    return left <= 0;
  });
  return 2 ** (bucket / STEPS_PER_DOUBLING);
}

function findBucket(ms: number): number {
  return Math.min(LOAD_BUCKETS - 1, Math.ceil(Math.log2(Math.max(1, ms)) * STEPS_PER_DOUBLING));
}

function addTo(durations: number[], bucket: number, requests: number): void {
  durations[bucket] = (durations[bucket] ?? 0) + requests;
}
