import type { SharedMessage } from "./thread-page";

/** Messages of one author that follow each other so closely are read as one. */
const TOGETHER_MS = 5 * 60 * 1000;

export interface MessageDay {
  /** As the reader's calendar has it: 2026-11-21 */
  day: string;
  messages: (SharedMessage & { isFollowing: boolean })[];
}

/** By day in the reader's time zone; what continues the message before it bears no name of its own. */
export function groupMessages(messages: readonly SharedMessage[], timeZone: string): MessageDay[] {
  // The Swedish way of writing a date is that of ISO 8601.
  const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
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
  return message.authorId === previous.authorId && message.replyTo === null && apartMs < TOGETHER_MS;
}
