const LENGTHS_MS = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;

export type TimeSpan = keyof typeof LENGTHS_MS;
export const TIME_SPANS = Object.keys(LENGTHS_MS) as readonly TimeSpan[];

export function readTimeSpan(name: string): TimeSpan | "" {
  return TIME_SPANS.find((span) => span === name) ?? "";
}

export function startOfSpan(span: TimeSpan, now: Date): Date {
  return new Date(now.getTime() - LENGTHS_MS[span]);
}
