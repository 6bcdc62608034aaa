/** Five fields, UTC: minute, hour, day of month, month, day of week (0 or 7 is Sunday). Numbers, `*`, lists, ranges, steps. */
export interface Cron {
  readonly text: string;
  readonly matchesDay: (at: Date) => boolean;
  readonly hours: ReadonlySet<number>;
  readonly minutes: ReadonlySet<number>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** 29 February comes after 8 years at most (around 2100). What has not come by then never comes. */
const HORIZON_DAYS = 8 * 366;

export function parseCron(text: string): Cron {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) throw refuse(text);
  const [minute = "", hour = "", dayOfMonth = "", month = "", dayOfWeek = ""] = fields;
  const days = readField(dayOfMonth, 1, 31, text);
  const months = readField(month, 1, 12, text);
  const weekdays = new Set([...readField(dayOfWeek, 0, 7, text)].map((day) => day % 7));
  // As cron has always done it: when both are restricted, either will do.
  const isEither = dayOfMonth !== "*" && dayOfWeek !== "*";
  return {
    text,
    minutes: readField(minute, 0, 59, text),
    hours: readField(hour, 0, 23, text),
    matchesDay(at) {
      const [byDay, byWeekday] = [days.has(at.getUTCDate()), weekdays.has(at.getUTCDay())];
      return months.has(at.getUTCMonth() + 1) && (isEither ? byDay || byWeekday : byDay && byWeekday);
    },
  };
}

function readField(field: string, min: number, max: number, text: string): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(",")) {
    const found = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!found) throw refuse(text);
    const [, first, last, step] = found;
    const from = first === undefined ? min : Number(first);
    const to = last !== undefined ? Number(last) : first === undefined || step !== undefined ? max : from;
    const by = step === undefined ? 1 : Number(step);
    if (from < min || to > max || from > to || by < 1) throw refuse(text);
    for (let value = from; value <= to; value += by) values.add(value);
  }
  return values;
}

/** The first instant after this one; null when none ever comes. */
export function findNextTick(cron: Cron, afterMs: number): number | null {
  let at = (Math.floor(afterMs / MINUTE_MS) + 1) * MINUTE_MS;
  for (let days = 0; days <= HORIZON_DAYS; days += 1) {
    const endOfDay = (Math.floor(at / DAY_MS) + 1) * DAY_MS;
    if (cron.matchesDay(new Date(at))) {
      for (; at < endOfDay; at += MINUTE_MS) if (matchesMinute(cron, at)) return at;
    }
    at = endOfDay;
  }
  return null;
}

/** The last instant after `afterMs` and not after `untilMs`: of several missed ones only the last is made up for. */
export function findLastTick(cron: Cron, afterMs: number, untilMs: number): number | null {
  for (let at = Math.floor(untilMs / MINUTE_MS) * MINUTE_MS; at > afterMs; at -= MINUTE_MS) {
    if (matchesMinute(cron, at) && cron.matchesDay(new Date(at))) return at;
  }
  return null;
}

function matchesMinute(cron: Cron, at: number): boolean {
  return cron.minutes.has(Math.floor(at / MINUTE_MS) % 60) && cron.hours.has(Math.floor(at / (60 * MINUTE_MS)) % 24);
}

function refuse(text: string): Error {
  return new Error(`The embedded runner does not understand the cron: ${text}`);
}
