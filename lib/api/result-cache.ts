import { Redis } from "@upstash/redis";
import { sha256 } from "../platform/crypto";
import { env } from "../platform/env";
import { BURST_BACKEND_TIMEOUT_MS, IDEMPOTENCY_RETENTION_MS } from "../platform/limits";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import type { Claim } from "./idempotency/claim-key";
import { type IdempotencyScope, nameKey, type StoredResult } from "./idempotency/idempotency";

/** The database holds every result, so a cache that fails costs only time. Only results on disk are cached. */
type ResultCache = ReturnType<typeof createMemoryCache>;

const MEMORY_ENTRIES = 1_000;
const TEXT_MAX_LENGTH = 16_384;

function resultCache(): ResultCache {
  return shared("idempotency-cache", () => {
    const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env();
    return url !== undefined && token !== undefined ? createRedisCache(url, token) : createMemoryCache();
  });
}

function createMemoryCache() {
  const entries = new Map<string, string>();
  return {
    get: async (name: string) => entries.get(name) ?? null,
    async set(name: string, text: string) {
      const [oldest] = entries.keys();
      if (entries.size >= MEMORY_ENTRIES && oldest !== undefined) entries.delete(oldest);
      entries.set(name, text);
    },
  };
}

function createRedisCache(url: string, token: string): ResultCache {
  const signal = () => AbortSignal.timeout(BURST_BACKEND_TIMEOUT_MS);
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    automaticDeserialization: false,
    signal,
  });
  return {
    get: (name) => redis.get<string>(name),
    async set(name, text) {
      await redis.set(name, text, { px: IDEMPOTENCY_RETENTION_MS });
    },
  };
}

type CachedResult = StoredResult & Pick<Claim, "fingerprint" | "createdAt">;

export async function readCachedResult(scope: IdempotencyScope): Promise<CachedResult | null> {
  try {
    const text = await resultCache().get(nameOf(scope));
    if (text === null) return null;
    const { fingerprint, status, body, createdAt } = JSON.parse(text) as Record<keyof CachedResult, string | number>;
    return {
      fingerprint: Buffer.from(String(fingerprint), "base64"),
      status: Number(status),
      body: String(body),
      createdAt: new Date(createdAt),
    };
  } catch (error) {
    log().warn({ error }, "the idempotency cache could not be read");
    return null;
  }
}

export function cacheResult({ scope, fingerprint, createdAt }: Claim, { status, body }: StoredResult): void {
  const text = JSON.stringify({ fingerprint: fingerprint.toString("base64"), createdAt, status, body });
  if (text.length > TEXT_MAX_LENGTH) return;
  resultCache()
    .set(nameOf(scope), text)
    .catch((error: unknown) => log().warn({ error }, "a result could not be cached"));
}

function nameOf(scope: IdempotencyScope): string {
  return `svc:idempotency:${sha256(nameKey(scope)).toString("base64url")}`;
}
