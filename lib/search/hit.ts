import { countCodePoints, isStorable } from "../platform/characters";

export type HitKind =
  | "request"
  | "event"
  | "delivery"
  | "webhook"
  | "key"
  | "app"
  | "room"
  | "person"
  | "organization"
  | "connector"
  | "run"
  | "message"
  | "task"
  | "record"
  | "comment"
  | "file"
  | "board"
  | "stream"
  | "eventType"
  | "operation"
  | "errorCode";

/** A thing that the searcher may open. */
export interface Hit {
  kind: HitKind;
  id: string;
  name: string;
  /** Its room, owner or result, as people wrote them; null: nothing more to say. */
  detail: string | null;
  href: string;
}

export const SEARCH_TEXT_MAX_LENGTH = 200;

export function isSearchable(text: string): boolean {
  return isStorable(text) && countCodePoints(text) <= SEARCH_TEXT_MAX_LENGTH;
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

/** Names that begin with the text first, then by name; at most `max`. */
export function rankHits(hits: readonly Hit[], text: string, max: number): Hit[] {
  const wanted = fold(text);
  const rank = ({ name }: Hit) => (fold(name).startsWith(wanted) ? 0 : 1);
  return hits
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || (a.id < b.id ? 1 : -1))
    .slice(0, max);
}
