import { BURST_WINDOW_SECONDS } from "../platform/limits";

/** The minute that an attempt counts in: windows are fixed and aligned (§8). */
export function minuteOf(at: Date): Date {
  const lengthMs = BURST_WINDOW_SECONDS * 1000;
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}
