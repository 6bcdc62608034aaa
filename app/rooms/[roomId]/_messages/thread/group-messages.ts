import type { SharedMessage } from "./thread-page";

const TOGETHER_MS = 5 * 60 * 1000;

export interface MessageDay {
  day: string;
  messages: (SharedMessage & { isFollowing: boolean })[];
}

export function groupMessages(messages: readonly SharedMessage[], timeZone: string): MessageDay[] {
  const calendar = openCalendar(timeZone);
  const days: MessageDay[] = [];
  let previous: SharedMessage | undefined;
  for (const message of messages) {
    const day = calendar.format(new Date(message.createdAt));
    let current = days.at(-1);
    if (current?.day !== day) {
      current = { day, messages: [] };
      days.push(current);
    }
    const isFollowing = current.messages.length > 0 && previous !== undefined && follows(previous, message);
    current.messages.push({ ...message, isFollowing });
    previous = message;
  }
  return days;
}

function follows(previous: SharedMessage, message: SharedMessage): boolean {
  const apartMs = Date.parse(message.createdAt) - Date.parse(previous.createdAt);
  const isByHand = message.via === null && previous.via === null;
  return isByHand && message.authorId === previous.authorId && message.replyTo === null && apartMs < TOGETHER_MS;
}

/** The Swedish locale writes dates as ISO 8601 does. */
function openCalendar(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}

export function findNearDay(day: string, now: Date, timeZone: string): "today" | "yesterday" | null {
  const today = openCalendar(timeZone).format(now);
  if (day === today) return "today";
  // Counted in the calendar: a day has 23 or 25 hours when clocks change.
  const before = new Date(`${today}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return day === before.toISOString().slice(0, 10) ? "yesterday" : null;
}
