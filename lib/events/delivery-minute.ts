import { BURST_WINDOW_SECONDS } from "../platform/limits";

/** §8: windows are fixed and aligned to the minute. */
export function minuteOf(at: Date): Date {
  const lengthMs = BURST_WINDOW_SECONDS * 1000;
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}
