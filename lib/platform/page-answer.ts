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
  /** How deep the innermost frame is that was drawn and can show a failure. */
  frameDepth: number | null;
  /** Ids of what it shows, for the browser to remember. */
  lastPlaces: Partial<Record<LastPlace, string>>;
}

/** The frame of this depth shows this failure, when a page that failed is drawn again. */
export interface ShownFailure {
  reference: string;
  depth: number;
}

interface FollowedAnswer extends PageAnswer {
  shown: ShownFailure | null;
}

const answers = () => shared("page-answers", () => new AsyncLocalStorage<FollowedAnswer>());

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

/** False: it is known, because the page that failed is being drawn again. */
export function markFailed(digest: string): boolean {
  const answer = answers().getStore();
  if (answer) answer.failure ??= digest;
  return answer?.shown?.reference !== digest;
}

/** A frame is drawn. Returns the reference of the failure that it shows in place of its page. */
export function markFrame(depth: number): string | null {
  const answer = answers().getStore();
  if (!answer) return null;
  answer.frameDepth = Math.max(answer.frameDepth ?? 0, depth);
  return answer.shown?.depth === depth ? answer.shown.reference : null;
}

export function followAnswer<Result>(
  work: (answer: Readonly<PageAnswer>) => Result,
  shown: ShownFailure | null = null,
): Result {
  const state = {
    hasActionBegun: false,
    isMissing: false,
    isUnavailable: false,
    failure: null,
    frameDepth: null,
    locale: null,
    lastPlaces: {},
  };
  const answer: FollowedAnswer = { ...state, shown };
  return answers().run(answer, () => work(answer));
}
