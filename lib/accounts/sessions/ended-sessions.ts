import { shared } from "@/lib/platform/shared";

const REMEMBERED_MAX = 10_000;

/** An ended session never reopens, but its cookie can be decoded until it expires. */
const endedSessions = () => shared("ended-sessions", () => new Set<string>());

export function rememberEndedSession(id: string): void {
  const ended = endedSessions();
  const [oldest] = ended;
  if (ended.size >= REMEMBERED_MAX && oldest !== undefined) ended.delete(oldest);
  ended.add(id);
}

export function isEndedSession(id: string): boolean {
  return endedSessions().has(id);
}
