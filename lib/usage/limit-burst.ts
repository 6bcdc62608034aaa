import type { Caller } from "../access/caller";
import { nowMs } from "../platform/clock";
import { env } from "../platform/env";
import { AppError } from "../platform/errors";
import { apiWriteBurstPerMinute } from "../platform/limits";
import { log } from "../platform/log";
import { count } from "../platform/meters";
import { SEARCHES_PER_MINUTE, URL_CHECKS_PER_MINUTE } from "../platform/page-limits";
import { shared } from "../platform/shared";
import {
  type Axis,
  type BurstBackend,
  type BurstGroup,
  type BurstResult,
  burstExceeded,
  describeBurst,
  describeRefusal,
  listAxes,
  refusedAxis,
  windowOf,
} from "./burst";
import { createMemoryBurst } from "./memory-burst";
import { createRedisBurst } from "./redis-burst";

export function burstBackend(): BurstBackend {
  return shared("burst-backend", () => {
    const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env();
    return url !== undefined && token !== undefined ? createRedisBurst(url, token) : createMemoryBurst();
  });
}

export function limitBurst(caller: Caller, group: BurstGroup): Promise<BurstResult> {
  return take(listAxes(caller, group));
}

const refusedBursts = () => shared("refused-bursts", createMemoryBurst);

/** The count stays in this process: it bounds guesses and bills nothing. */
export async function countRefused(caller: Caller): Promise<BurstResult | null> {
  const axis = refusedAxis(caller);
  const { window, resetSeconds } = windowOf(nowMs());
  const { allowed } = await refusedBursts().take([axis], window);
  return allowed ? null : describeRefusal(axis, resetSeconds);
}

/** An axis without room refuses, and then nothing is counted on any. */
export async function peekBurst(caller: Caller, group: BurstGroup): Promise<BurstResult> {
  const axes = listAxes(caller, group);
  const { window, resetSeconds } = windowOf(nowMs());
  const full = { scope: "endpoint", subject: "", key: "peek", limit: 0 } as const;
  const { used } = await takeBurst([...axes, full], window);
  const isFull = axes.some(({ limit }, index) => (used[index] ?? 0) >= limit);
  return describeBurst(axes, used.slice(0, axes.length), !isFull, resetSeconds);
}

/**
 * §8: A person's writes in the browser and through apps share one count. Other axes are left out, so that an
 * organization's integrations cannot lock its people out of their rooms.
 */
export async function limitPersonWrites(userId: string): Promise<void> {
  await limitPerson(userId, { name: "write", verb: "writes", limit: apiWriteBurstPerMinute });
}

export async function limitPersonSearches(userId: string): Promise<void> {
  await limitPerson(userId, { name: "search", verb: "searches", limit: SEARCHES_PER_MINUTE });
}

export async function limitPersonUrlChecks(userId: string): Promise<void> {
  await limitPerson(userId, { name: "url-check", verb: "checks URLs", limit: URL_CHECKS_PER_MINUTE });
}

async function limitPerson(
  userId: string,
  { name, verb, limit }: { name: string; verb: string; limit: number },
): Promise<void> {
  const { refused, resetSeconds } = await take([
    { scope: "endpoint", subject: userId, key: `${name}:${userId}`, limit },
  ]);
  if (!refused) return;
  const message = `A person ${verb} at most ${limit} times a minute. Try again in ${resetSeconds} s.`;
  throw burstExceeded(message, refused.scope, resetSeconds);
}

async function take(axes: readonly Axis[]): Promise<BurstResult> {
  const { window, resetSeconds } = windowOf(nowMs());
  const { allowed, used } = await takeBurst(axes, window);
  return describeBurst(axes, used, allowed, resetSeconds);
}

/** §8: when the backend fails, hangs or returns nonsense, the request is refused. */
export async function takeBurst(
  axes: readonly Axis[],
  window: number,
): Promise<{ allowed: boolean; used: readonly number[] }> {
  try {
    return await burstBackend().take(axes, window);
  } catch (cause) {
    log().error({ error: cause }, "the limits backend failed");
    count("svc_limits_backend_failures_total", {});
    throw new AppError(
      "rate_limit_backend_unavailable",
      "Limits cannot be checked right now, so nothing was done. Try again shortly.",
      { cause },
    );
  }
}
