import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { createRandom, drawExponential } from "./random";

export interface Call<Kind extends string> {
  kind: Kind;
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Made<Kind extends string> {
  kind: Kind;
  status: number;
  /** Counted from when the call was due: a late driver must not hide a wait. */
  tookMs: number;
}

interface Drive<Kind extends string> {
  perSecond: number;
  seconds: number;
  seed: number;
  next: (random: () => number) => Call<Kind>;
}

const UNDER_WAY_MAX = 2_000;
const agent = new Agent({
  connections: 800,
  pipelining: 1,
  headersTimeout: 60_000,
  bodyTimeout: 60_000,
  connectTimeout: 60_000,
});

async function make<Kind extends string>(call: Call<Kind>, dueMs: number): Promise<Made<Kind>> {
  const { kind, url, method, headers, body = null } = call;
  const response = await request(url, { method, headers, body, dispatcher: agent });
  await response.body.dump({ limit: Number.POSITIVE_INFINITY });
  return { kind, status: response.statusCode, tookMs: performance.now() - dueMs };
}

/** An open loop: arrivals do not wait for responses, as those of many callers do not. */
export async function drive<Kind extends string>({
  perSecond,
  seconds,
  seed,
  next,
}: Drive<Kind>): Promise<Made<Kind>[]> {
  const random = createRandom(seed);
  const made: Promise<Made<Kind>>[] = [];
  let underWay = 0;
  const startedMs = performance.now();
  for (let atMs = 0; atMs < seconds * 1000; atMs += drawExponential(random, 1000 / perSecond)) {
    const dueMs = startedMs + atMs;
    const waitMs = dueMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    underWay += 1;
    if (underWay > UNDER_WAY_MAX) throw new Error(`${UNDER_WAY_MAX} calls wait: the service is beyond its capacity.`);
    made.push(make(next(random), dueMs).finally(() => (underWay -= 1)));
  }
  return Promise.all(made);
}

/** A closed loop: each of so many callers waits for its response before it calls again. */
export async function driveClosed<Kind extends string>(
  callers: number,
  seconds: number,
  next: () => Call<Kind>,
): Promise<Made<Kind>[]> {
  const made: Made<Kind>[] = [];
  const untilMs = performance.now() + seconds * 1000;
  const call = async () => {
    while (performance.now() < untilMs) made.push(await make(next(), performance.now()));
  };
  await Promise.all(Array.from({ length: callers }, call));
  return made;
}
