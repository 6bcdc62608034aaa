const FIRST_MS = 1_000;
const LONGEST_MS = 10 * 60_000;

/** The random quarter keeps runs that failed together from returning together. */
export function findBackoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 20)) * (1 + random / 4));
}

export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null || header === "") return null;
  const at = /^\d+$/.test(header) ? nowMs + Number(header) * 1_000 : Date.parse(header);
  return Number.isNaN(at) ? null : at;
}

export function findRetryMs(
  attempt: number,
  { isFinal, retryAtMs }: { isFinal: boolean; retryAtMs: number | null },
  maxAttempts: number,
  nowMs: number,
): number | null {
  if (isFinal || attempt + 1 >= maxAttempts) return null;
  return retryAtMs ?? nowMs + findBackoffMs(attempt, Math.random());
}
