/** So many starts in a period, evenly spaced after a burst (Inngest's throttle; the generic cell rate algorithm). */
export interface ThrottleRule {
  limit: number;
  periodMs: number;
  burst: number;
}

/**
 * When the next run of a key may start, and the key's new state: the instant until which its allowance is used up.
 * Each run gets its own place in time when it arrives, so that waiting costs nothing and the order is that of arrival.
 */
export function takePlace(
  { limit, periodMs, burst }: ThrottleRule,
  usedUntilMs: number,
  nowMs: number,
): { startMs: number; usedUntilMs: number } {
  const spacingMs = periodMs / limit;
  const startMs = Math.max(nowMs, usedUntilMs - (burst - 1) * spacingMs);
  return { startMs: Math.ceil(startMs), usedUntilMs: Math.max(startMs, usedUntilMs) + spacingMs };
}
