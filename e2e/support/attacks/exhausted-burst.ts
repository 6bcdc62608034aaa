import type { BurstBackend } from "../../../lib/usage/burst";

/** Refuses callers, and lets addresses pass. */
export const EXHAUSTED: BurstBackend = {
  take: (axes) =>
    Promise.resolve({
      allowed: axes.every(({ key }) => key.startsWith("address:")),
      used: axes.map(({ key, limit }) => (key.startsWith("address:") ? 1 : limit)),
    }),
  isReady: () => Promise.resolve(true),
};
