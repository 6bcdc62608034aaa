/**
 * Boards and timelines show days in the reader's time zone; the API has instants. A chosen start is the first instant of
 * its day and a due date the last one, so a task due today is not overdue before midnight. Moving keeps the time of day
 * across clock changes: a task due at 17:00 stays due at 17:00.
 */

/** Days since 1970-01-01, independent of any zone. */
export type Day = number;

const DAY_MS = 86_400_000;
/** A zone's offset rarely changes twice within a day and never changes by more than a day. */
const SEARCH_MS = DAY_MS;
export const DEFAULT_ZONE = "UTC";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn-hc-h23", {
    timeZone: zone,
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, made);
  return made;
}

export function readZone(name: string): string {
  try {
    return name.length <= 64 && formatIn(name) ? name : DEFAULT_ZONE;
  } catch {
    return DEFAULT_ZONE;
  }
}

/** Wall-clock time is encoded as if it were UTC. */
function toWall(at: Date, zone: string): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatIn(zone).formatToParts(at)) parts[type] = value;
  const year = parts["era"] === "BC" ? 1 - Number(parts["year"]) : Number(parts["year"]);
  const wall = new Date(0);
  wall.setUTCFullYear(year, Number(parts["month"]) - 1, Number(parts["day"]));
  wall.setUTCHours(Number(parts["hour"]), Number(parts["minute"]), Number(parts["second"]), at.getUTCMilliseconds());
  return wall.getTime();
}

/** Returns the first instant with this wall-clock time; a skipped time moves on by the length of the gap. */
function fromWall(wall: number, zone: string): Date {
  const offsets = [-SEARCH_MS, SEARCH_MS].map((away) => {
    const near = new Date(wall + away);
    return toWall(near, zone) - near.getTime();
  });
  const guesses = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const exact = guesses.find((guess) => toWall(new Date(guess), zone) === wall);
  return new Date(exact ?? wall - (offsets[0] ?? 0));
}

export function dayOf(at: Date, zone: string): Day {
  return Math.floor(toWall(at, zone) / DAY_MS);
}

export function startOfDay(day: Day, zone: string): Date {
  return fromWall(day * DAY_MS, zone);
}

export function endOfDay(day: Day, zone: string): Date {
  return new Date(startOfDay(day + 1, zone).getTime() - 1);
}

export function moveByDays(at: Date, days: number, zone: string): Date {
  return days === 0 ? at : fromWall(toWall(at, zone) + days * DAY_MS, zone);
}

export function weekdayOf(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Formatters that take instants get noon: no zone can shift it to another day. */
export function toUtcNoon(day: Day): Date {
  return new Date((day + 0.5) * DAY_MS);
}

export function formatDay(day: Day): string {
  return toUtcNoon(day).toISOString().slice(0, 10);
}

export function parseDay(text: string): Day | null {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return null;
  return at / DAY_MS;
}
