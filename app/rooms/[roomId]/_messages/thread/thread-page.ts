import type { SharedFile } from "@/lib/files/workspace";
import type { Mention } from "@/lib/mentions/mention";
import type { Reaction } from "@/lib/messages/reaction";
import type { ThreadMessage } from "@/lib/messages/thread";
import type { OriginMark } from "@/lib/requests/origin-mark";
import type { WithContent } from "../text/use-content";
import { findRange, type ThreadWindow } from "./window";

export interface SharedMessage extends ThreadMessage, Pick<WithContent, "content"> {
  files: SharedFile[];
  mentions: Mention[];
  reactions: Reaction[];
  via: OriginMark | null;
}

export interface ThreadPage {
  messages: SharedMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/**
 * Merges newly read messages into the loaded ones. A message may be committed after one with a later id, so each is
 * inserted in its place, and one that the newest page lacks was deleted. Without an overlap too many messages arrived, and only the new page is kept.
 */
export function mergeNewest(held: ThreadPage, newest: ThreadPage): ThreadPage {
  const [first, last] = [held.messages[0], held.messages.at(-1)];
  const begin = newest.messages[0];
  const isJoined = !first || !last || !newest.hasOlder || (begin && begin.id <= last.id);
  if (held.hasNewer || !isJoined) return newest;
  const added = newest.messages.filter(({ id }) => !held.hasOlder || !first || id >= first.id);
  const floor = newest.hasOlder ? (begin?.id ?? "") : "";
  const byId = new Map(
    [...held.messages.filter(({ id }) => id < floor), ...added].map((message) => [message.id, message]),
  );
  const messages = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { messages, hasOlder: first ? held.hasOlder : newest.hasOlder, hasNewer: false };
}

export function replaceMessage(held: ThreadPage, id: string, next: SharedMessage | null): ThreadPage {
  const messages = held.messages.flatMap((message) => {
    if (message.id === id) return next ?? [];
    if (message.replyTo?.id !== id) return message;
    const excerpt = [...(next?.body ?? "")].slice(0, EXCERPT_LENGTH).join("");
    return { ...message, replyTo: { ...message.replyTo, excerpt, isDeleted: next?.isDeleted ?? true } };
  });
  return { ...held, messages };
}

const EXCERPT_LENGTH = 160;

export function prependOlder(held: ThreadPage, older: ThreadPage): ThreadPage {
  const first = held.messages[0]?.id;
  const added = older.messages.filter(({ id }) => first === undefined || id < first);
  return { ...held, messages: [...added, ...held.messages], hasOlder: older.hasOlder };
}

/** No zone begins its day within a quarter of an hour. Asking the calendar for each of thousands of messages is slow. */
const QUARTER_MS = 15 * 60 * 1000;
const TOGETHER_MS = 5 * 60 * 1000;

export interface MessageRow {
  message: SharedMessage;
  isFollowing: boolean;
}

export interface MessageDay {
  day: string;
  rows: MessageRow[];
  /** The heading stands above the first row, and leaves with it. */
  hasHeading: boolean;
}

export function groupMessages(messages: readonly SharedMessage[], timeZone: string): MessageDay[] {
  const calendar = openCalendar(timeZone);
  const days: MessageDay[] = [];
  let previous: SharedMessage | undefined;
  let [day, quarter] = ["", Number.NaN];
  for (const message of messages) {
    const at = Math.floor(Date.parse(message.createdAt) / QUARTER_MS);
    if (at !== quarter) [day, quarter] = [calendar.format(new Date(message.createdAt)), at];
    let current = days.at(-1);
    if (current?.day !== day) {
      current = { day, rows: [], hasHeading: true };
      days.push(current);
    }
    const isFollowing = current.rows.length > 0 && previous !== undefined && follows(previous, message);
    current.rows.push({ message, isFollowing });
    previous = message;
  }
  return days;
}

/** The rows of a window, with the days that have one. */
export function cutDays(days: readonly MessageDay[], window: ThreadWindow): MessageDay[] {
  const ids = days.flatMap(({ rows }) => rows.map(({ message }) => message.id));
  const { from, to } = findRange(ids, window);
  let n = -1;
  return days.flatMap(({ day, rows }) => {
    const shown = rows.filter(({ message }) => {
      n += 1;
      return (n >= from && n <= to) || window.keptIds.has(message.id);
    });
    return shown.length > 0 ? { day, rows: shown, hasHeading: shown[0] === rows[0] } : [];
  });
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
