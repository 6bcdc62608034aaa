import { AsyncLocalStorage } from "node:async_hooks";
import type { LastPlace } from "./last-place";
import { shared } from "./shared";

/** A page or action tells the front door its status this way, because Next offers no other. */
export interface PageAnswer {
  /** A server action has run: a failure after that is the service's own. */
  hasActionBegun: boolean;
  /** The page drew that something is not there. */
  isMissing: boolean;
  /** It failed because the database is away. */
  isUnavailable: boolean;
  /** The digest of the error that escaped it: the number that the visitor sees. */
  failure: string | null;
  /** The language of the account, once its session has been read. */
  locale: string | null;
  /** Ids of what it shows, for the browser to remember. */
  lastPlaces: Partial<Record<LastPlace, string>>;
}

const answers = () => shared("page-answers", () => new AsyncLocalStorage<PageAnswer>());

export function markActionBegun(): void {
  const answer = answers().getStore();
  if (answer) answer.hasActionBegun = true;
}

/** True within a request of which no action has run yet. */
export function isBeforeAction(): boolean {
  return answers().getStore()?.hasActionBegun === false;
}

/** False when no front door follows this request. */
export function markMissing(): boolean {
  const answer = answers().getStore();
  if (answer) answer.isMissing = true;
  return answer !== undefined;
}

export function markUnavailable(): void {
  const answer = answers().getStore();
  if (answer) answer.isUnavailable = true;
}

export function markLocale(locale: string): void {
  const answer = answers().getStore();
  if (answer) answer.locale = locale;
}

export function markLastPlace(place: LastPlace, id: string): void {
  const answer = answers().getStore();
  if (answer) answer.lastPlaces[place] = id;
}

export function markFailed(digest: string): void {
  const answer = answers().getStore();
  if (answer) answer.failure ??= digest;
}

export function followAnswer<Result>(work: (answer: Readonly<PageAnswer>) => Result): Result {
  const answer: PageAnswer = {
    hasActionBegun: false,
    isMissing: false,
    isUnavailable: false,
    failure: null,
    locale: null,
    lastPlaces: {},
  };
  return answers().run(answer, () => work(answer));
}
