import type { AdminAccess } from "../access/open-administration";
import { countCodePoints, isStorable } from "../platform/characters";
import { SEARCH_TEXT_MAX_LENGTH } from "../platform/page-limits";

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

export interface Hit {
  kind: HitKind;
  id: string;
  name: string;
  detail: string | null;
  href: string;
}

export interface Searcher {
  userId: string;
  admin: AdminAccess | null;
}

export function isSearchable(text: string): boolean {
  return isStorable(text) && countCodePoints(text) <= SEARCH_TEXT_MAX_LENGTH;
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

export function rankHits(hits: readonly Hit[], text: string, max: number): Hit[] {
  const wanted = fold(text);
  const rank = ({ name }: Hit) => (fold(name).startsWith(wanted) ? 0 : 1);
  return hits
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || (a.id < b.id ? 1 : -1))
    .slice(0, max);
}

/** A pasted secret must not reach a URL, so it is neither sent nor searched for. */
export function isSecretLike(text: string): boolean {
  return /(?:^|[^a-z])(?:svc_[a-z]+_|whsec_)/i.test(text);
}
