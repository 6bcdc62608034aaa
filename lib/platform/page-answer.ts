import { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "./shared";

/** A page or action tells the front door its status this way, because Next offers no other. */
export interface PageAnswer {
  /** A server action has run: a failure after that is the service's own. */
  hasActionBegun: boolean;
  /** The page drew that something is not there. */
  isMissing: boolean;
  /** It failed because the database is away. */
  isUnavailable: boolean;
}

const answers = () => shared("page-answers", () => new AsyncLocalStorage<PageAnswer>());

export function markActionBegun(): void {
  const answer = answers().getStore();
  if (answer) answer.hasActionBegun = true;
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

export function followAnswer<Result>(work: (answer: Readonly<PageAnswer>) => Result): Result {
  const answer: PageAnswer = { hasActionBegun: false, isMissing: false, isUnavailable: false };
  return answers().run(answer, () => work(answer));
}
