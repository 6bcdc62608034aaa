export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000;
export const FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
/** The limit is high, because reaching it keeps the owner out on every new device. */
export const FAILURES_PER_ACCOUNT = 100;
export const FAILURES_PER_ADDRESS = 50;
export const FAILURES_PER_KNOWN_DEVICE = 10;

export function findWaitSeconds(filledAt: readonly (Date | null)[], now: Date): number | null {
  const waits = filledAt.map((at) => (at === null ? 0 : at.getTime() + SIGN_IN_WINDOW_MS - now.getTime()));
  const longestMs = Math.max(0, ...waits);
  return longestMs === 0 ? null : Math.ceil(longestMs / 1000);
}
