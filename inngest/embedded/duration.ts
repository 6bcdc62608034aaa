const UNITS_MS: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
};

export function parseDurationMs(text: string): number {
  const parts = [...text.matchAll(/(\d+)(ms|[wdhms])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text)
    throw new Error(`The embedded runner does not understand the duration: ${text}`);
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS_MS[unit ?? ""] ?? 0), 0);
}

export function readMoment(text: string, nowMs: number): number {
  if (text === "") return nowMs;
  if (!/^[+-]?\d{4,6}-\d\d-\d\d/.test(text)) return nowMs + parseDurationMs(text);
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Error(`The embedded runner does not understand the instant: ${text}`);
  return at;
}
