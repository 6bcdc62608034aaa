import { addressKey } from "../platform/address-key";
import { nowMs } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import {
  GOOD_CREDENTIALS_REMEMBERED,
  REFUSED_CREDENTIALS_PER_ADDRESS_PER_MINUTE,
  UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE,
} from "../platform/limits";
import { shared } from "../platform/shared";
import { type BurstResult, windowOf } from "../usage/burst";
import { takeBurst } from "../usage/limit-burst";

/** Counts of addresses beyond their limit in this window, as far as this process knows. */
function knownCounts(window: number): Map<string, number> {
  const known = shared("address-counts", () => ({ window, counts: new Map<string, number>() }));
  if (known.window !== window) Object.assign(known, { window, counts: new Map() });
  return known.counts;
}

/**
 * Charges an unauthenticated request to its address; `exhausted` is set when that has no room left in this window. Requests
 * without a credential never count beyond the first limit, so that they leave room for looking up credentials.
 */
export async function chargeAddress(
  address: string,
  hasCredential: boolean,
): Promise<{ key: string; window: number; exhausted: BurstResult | null }> {
  const key = addressKey(address);
  const { window, resetSeconds } = windowOf(nowMs());
  const limit = hasCredential ? REFUSED_CREDENTIALS_PER_ADDRESS_PER_MINUTE : UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE;
  const counts = knownCounts(window);
  let isExhausted = (counts.get(key) ?? 0) >= limit;
  if (!isExhausted) {
    const axis = { scope: "endpoint", subject: key, key: `address:${key}`, limit } as const;
    const { allowed, used } = await takeBurst([axis], window);
    const count = used[0] ?? limit;
    if (count >= UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE) counts.set(key, count);
    isExhausted = !allowed || count > UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE;
  }
  return { key, window, exhausted: isExhausted ? describeExhausted(key, resetSeconds) : null };
}

function describeExhausted(key: string, resetSeconds: number): BurstResult {
  const limit = UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE;
  const axis = { scope: "endpoint", subject: key, key, limit, left: 0 } as const;
  return { refused: axis, tightest: axis, axes: [axis], resetSeconds };
}

/** Beyond the hard limit of an address only a credential that was valid before is looked up. */
export function mayLookUp(address: string, credential: string): boolean {
  const counts = knownCounts(windowOf(nowMs()).window);
  if (counts.size === 0) return true;
  const count = counts.get(addressKey(address)) ?? 0;
  return count < REFUSED_CREDENTIALS_PER_ADDRESS_PER_MINUTE || goodCredentials().has(digestOf(credential));
}

/** Valid credentials are still looked up each time, so that a revoked one is refused at once. */
const goodCredentials = () => shared("good-credentials", () => new Set<string>());

export function rememberCredential(credential: string): void {
  const known = goodCredentials();
  const digest = digestOf(credential);
  if (known.has(digest)) return;
  const [oldest] = known;
  if (known.size >= GOOD_CREDENTIALS_REMEMBERED && oldest !== undefined) known.delete(oldest);
  known.add(digest);
}

export function forgetCredential(credential: string): void {
  goodCredentials().delete(digestOf(credential));
}

function digestOf(credential: string): string {
  return sha256(credential).toString("base64url");
}
