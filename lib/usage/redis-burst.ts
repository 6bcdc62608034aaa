import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { BURST_BACKEND_TIMEOUT_MS, BURST_WINDOW_SECONDS } from "../platform/limits";
import type { Axis, BurstBackend } from "./burst";

const PREFIX = "svc:burst";

/** Every axis is checked before any is counted, so a refusal on one counts on no other. */
const TAKE = `
  local used, allowed = {}, 1
  for i, key in ipairs(KEYS) do
    used[i] = tonumber(redis.call("GET", key) or "0")
    if used[i] >= tonumber(ARGV[i]) then allowed = 0 end
  end
  if allowed == 1 then
    for i, key in ipairs(KEYS) do
      used[i] = redis.call("INCR", key)
      if used[i] == 1 then redis.call("EXPIRE", key, ARGV[#KEYS + 1]) end
    end
  end
  return { allowed, unpack(used) }`;

type Limiter = ConstructorParameters<typeof Ratelimit>[0]["limiter"];
type Response = Awaited<ReturnType<ReturnType<Limiter>["limit"]>>;
type AxesResponse = Response & { used?: readonly number[] };

/**
 * All axes of a request are one algorithm of @upstash/ratelimit, whose own algorithms take one axis each. The
 * identifier has a line for each axis: the limit, a space, the key.
 */
const takeAllAxes: Limiter = () => ({
  async limit({ redis, prefix }, identifier): Promise<AxesResponse> {
    const lines = identifier.slice(prefix.length + 1).split("\n");
    const axes = lines.map((line) => ({ limit: Number.parseInt(line, 10), key: line.slice(line.indexOf(" ") + 1) }));
    const [allowed, ...used] = await redis.eval<number[], number[]>(
      TAKE,
      axes.map(({ key }) => `${prefix}:${key}`),
      [...axes.map(({ limit }) => limit), BURST_WINDOW_SECONDS * 2],
    );
    return { success: allowed === 1, limit: 0, remaining: 0, reset: 0, pending: Promise.resolve(), used };
  },
  getRemaining: () => Promise.resolve({ remaining: 0, reset: 0, limit: 0 }),
  resetTokens: () => Promise.resolve(),
});

export function createRedisBurst(url: string, token: string, timeoutMs = BURST_BACKEND_TIMEOUT_MS): BurstBackend {
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(timeoutMs),
  });
  const ratelimit = new Ratelimit({
    redis,
    limiter: takeAllAxes,
    prefix: PREFIX,
    ephemeralCache: false,
    timeout: timeoutMs,
  });
  return {
    async take(axes, window) {
      const answer: AxesResponse = await ratelimit.limit(writeIdentifier(axes, window));
      // The library allows requests after a timeout (`reason: "timeout"`), and its response has no counts.
      if (answer.reason !== undefined || answer.used?.length !== axes.length) {
        throw new Error(`The limits backend gave no counts (${answer.reason ?? "unknown form"}).`);
      }
      return { allowed: answer.success, used: answer.used };
    },
    async isReady() {
      return (await redis.ping()) === "PONG";
    },
  };
}

function writeIdentifier(axes: readonly Axis[], window: number): string {
  return axes.map(({ limit, key }) => `${limit} ${window}:${key}`).join("\n");
}
