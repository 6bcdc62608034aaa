/** Failures within the window; the next attempt waits until the oldest of them has left it. */
export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000;
/** Guesses at one account from one address. */
export const FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
/** Guesses at one account from everywhere: high, because reaching it keeps the owner out on every new device. */
export const FAILURES_PER_ACCOUNT = 100;
/** Guesses from one address at any account. */
export const FAILURES_PER_ADDRESS = 50;
/** On a device where the account's owner signed in before; only these count there. */
export const FAILURES_PER_KNOWN_DEVICE = 10;

/** How long to wait, given the failure that fills each quota, or null when none is full. */
export function findWaitSeconds(filledAt: readonly (Date | null)[], now: Date): number | null {
  const waits = filledAt.map((at) => (at === null ? 0 : at.getTime() + SIGN_IN_WINDOW_MS - now.getTime()));
  const longestMs = Math.max(0, ...waits);
  return longestMs === 0 ? null : Math.ceil(longestMs / 1000);
}
