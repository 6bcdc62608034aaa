import { shared } from "@/lib/platform/shared";

const REMEMBERED_MAX = 10_000;

/** A session that has ended never opens again, but its cookie can still be read for as long as it was made for. */
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
