const FIRST_MS = 1_000;
const LONGEST_MS = 10 * 60_000;

/** 1, 2, 4 … seconds, ten minutes at most, and up to a quarter more, so that what failed together does not return together. */
export function findBackoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 20)) * (1 + random / 4));
}

/** What a RetryAfterError asks for: seconds from now, or an instant. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null || header === "") return null;
  const at = /^\d+$/.test(header) ? nowMs + Number(header) * 1_000 : Date.parse(header);
  return Number.isNaN(at) ? null : at;
}
