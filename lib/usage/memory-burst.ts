import type { BurstBackend } from "./burst";

/** The counts are exact for one process and lost with it, which is harmless for a window of a minute. */
export function createMemoryBurst(): BurstBackend {
  let current = 0;
  let counts = new Map<string, number>();
  return {
    take(axes, window) {
      if (window !== current) {
        current = window;
        counts = new Map();
      }
      const before = axes.map((axis) => counts.get(axis.key) ?? 0);
      const allowed = axes.every((axis, index) => (before[index] ?? 0) < axis.limit);
      if (!allowed) return Promise.resolve({ allowed, used: before });
      const used = before.map((count) => count + 1);
      for (const [index, axis] of axes.entries()) counts.set(axis.key, used[index] ?? 1);
      return Promise.resolve({ allowed, used });
    },
    isReady: () => Promise.resolve(true),
  };
}
