import { type Day, dayOf, endOfDay, moveByDays, startOfDay, weekdayOf } from "./days";

export interface Schedule {
  startDate: string | null;
  dueDate: string | null;
}

export interface Span {
  from: Day;
  to: Day;
}

export type Grip = "move" | "start" | "due";

export const ZOOMS = ["day", "week"] as const;
export type Zoom = (typeof ZOOMS)[number];

export interface Window {
  from: Day;
  days: number;
}

const WINDOW_DAYS: Record<Zoom, number> = { day: 10 * 7, week: 52 * 7 };
const LEAD_DAYS: Record<Zoom, number> = { day: 7, week: 8 * 7 };

export function readSpan({ startDate, dueDate }: Schedule, zone: string): Span | null {
  const from = startDate === null ? null : dayOf(new Date(startDate), zone);
  const to = dueDate === null ? null : dayOf(new Date(dueDate), zone);
  if (from === null) return to === null ? null : { from: to, to };
  return { from, to: to === null ? from : Math.max(from, to) };
}

export function adjustSpan({ from, to }: Span, grip: Grip, days: number): Span {
  if (grip === "start") return { from: Math.min(from + days, to), to };
  if (grip === "due") return { from, to: Math.max(to + days, from) };
  return { from: from + days, to: to + days };
}

/**
 * A moved date keeps its time of day; a resized end takes whole days. Resizing stores what the bar shows, so a missing date
 * gets the day drawn for it.
 */
export function adjustSchedule(schedule: Schedule, grip: Grip, days: number, zone: string): Partial<Schedule> {
  const span = readSpan(schedule, zone);
  if (!span || days === 0) return {};
  if (grip === "move") {
    const move = (at: string) => moveByDays(new Date(at), days, zone).toISOString();
    return {
      ...(schedule.startDate === null ? {} : { startDate: move(schedule.startDate) }),
      ...(schedule.dueDate === null ? {} : { dueDate: move(schedule.dueDate) }),
    };
  }
  const { from, to } = adjustSpan(span, grip, days);
  if (from === span.from && to === span.to) return {};
  const takesStart = grip === "start" || schedule.startDate === null;
  const takesDue = grip === "due" || schedule.dueDate === null;
  return {
    ...(takesStart ? { startDate: startOfDay(from, zone).toISOString() } : {}),
    ...(takesDue ? { dueDate: endOfDay(to, zone).toISOString() } : {}),
  };
}

export function scheduleDay(day: Day, zone: string): Schedule {
  return { startDate: startOfDay(day, zone).toISOString(), dueDate: endOfDay(day, zone).toISOString() };
}

const toMonday = (day: Day): Day => day - weekdayOf(day);

export function openWindow(zoom: Zoom, today: Day, from: Day | null): Window {
  return { from: toMonday(from ?? today - LEAD_DAYS[zoom]), days: WINDOW_DAYS[zoom] };
}

export function turnWindow({ from, days }: Window, direction: -1 | 1): Day {
  return from + direction * 7 * Math.round((days * 0.75) / 7);
}

export type BarPosition =
  | { kind: "shown"; offset: Day; length: number; isCutBefore: boolean; isCutAfter: boolean }
  | { kind: "before" | "after" };

export function placeSpan({ from, to }: Span, window: Window): BarPosition {
  const last = window.from + window.days - 1;
  if (to < window.from) return { kind: "before" };
  if (from > last) return { kind: "after" };
  const [first, end] = [Math.max(from, window.from), Math.min(to, last)];
  return {
    kind: "shown",
    offset: first - window.from,
    length: end - first + 1,
    isCutBefore: first > from,
    isCutAfter: end < to,
  };
}

export function listMonths({ from, days }: Window): { day: Day; offset: number; length: number }[] {
  const months: { day: Day; offset: number; length: number }[] = [];
  let name = "";
  for (let offset = 0; offset < days; offset++) {
    const month = new Date((from + offset) * 86_400_000).toISOString().slice(0, 7);
    const last = months.at(-1);
    if (last && month === name) last.length += 1;
    else months.push({ day: from + offset, offset, length: 1 });
    name = month;
  }
  return months;
}
