const HOUR_MS = 60 * 60 * 1000;

export const OVERLAPS = { now: 0, "1h": HOUR_MS, "24h": 24 * HOUR_MS, "7d": 7 * 24 * HOUR_MS } as const;
export type Overlap = keyof typeof OVERLAPS;
export const OVERLAP_CHOICES = ["now", "1h", "24h", "7d"] as const satisfies readonly Overlap[];
