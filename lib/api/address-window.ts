import { addressKey } from "../platform/address-key";
import { nowMs } from "../platform/clock";
import { UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE } from "../platform/limits";
import { shared } from "../platform/shared";
import { type BurstResult, describeRefusal, windowOf } from "../usage/burst";
import { takeBurst } from "../usage/limit-burst";

/** Full addresses are known to this process, and the backend is not asked about them again. */
function knownFull(window: number): Set<string> {
  const known = shared("full-addresses", () => ({ window, addresses: new Set<string>() }));
  if (known.window !== window) Object.assign(known, { window, addresses: new Set() });
  return known.addresses;
}

export async function chargeAddress(
  address: string,
): Promise<{ key: string; window: number; exhausted: BurstResult | null }> {
  const key = addressKey(address);
  const { window, resetSeconds } = windowOf(nowMs());
  const limit = UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE;
  const axis = { scope: "endpoint", subject: key, key: `address:${key}`, limit } as const;
  const full = knownFull(window);
  if (!full.has(key)) {
    const { allowed } = await takeBurst([axis], window);
    if (allowed) return { key, window, exhausted: null };
    full.add(key);
  }
  return { key, window, exhausted: describeRefusal(axis, resetSeconds) };
}
