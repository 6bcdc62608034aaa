import { Failure } from "./fail";

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** "10m" and "2h" are that long ago; otherwise an instant such as 2026-06-09T12:00:00Z. */
export function readInstant(option: string, text: string, now = new Date()): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * UNITS[unit as keyof typeof UNITS]);
  const at = new Date(text);
  if (!Number.isNaN(at.getTime()) && /^\d{4}-\d\d-\d\d/.test(text)) return at;
  throw new Failure("input", `${option} is "${text}".`, "Use 10m, 2h or 3d, or a time such as 2026-06-09T12:00:00Z.");
}
