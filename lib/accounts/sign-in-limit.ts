/** Failures within the window; the next attempt waits until the oldest of them has left it. */
export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000;
export const FAILURES_PER_ACCOUNT = 10;
export const FAILURES_PER_ADDRESS = 50;

/**
 * How long to wait, given the failure that fills each quota (the 10th and the 50th newest), or null when neither is full.
 */
export function findWaitSeconds(filledAt: readonly (Date | null)[], now: Date): number | null {
  const waits = filledAt.map((at) => (at === null ? 0 : at.getTime() + SIGN_IN_WINDOW_MS - now.getTime()));
  const longestMs = Math.max(0, ...waits);
  return longestMs === 0 ? null : Math.ceil(longestMs / 1000);
}

/** Whoever has an IPv6 address has the whole /64: it counts as one. */
export function groupAddress(address: string): string {
  const plain = address.trim().toLowerCase().replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(":")) return plain.slice(0, 64) || "unknown";
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const gap = plain.includes("::") ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(gap).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`.slice(0, 64);
}
