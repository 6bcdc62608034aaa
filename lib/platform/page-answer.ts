import { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "./shared";

export const LAST_VISITED_COOKIES = { area: "svc_last_area", room: "svc_last_room" } as const;
export type LastVisited = keyof typeof LAST_VISITED_COOKIES;

/** Next lets no page set its status, so pages and actions tell the front door through this. */
export interface PageAnswer {
  hasActionBegun: boolean;
  isMissing: boolean;
  isUnavailable: boolean;
  failure: string | null;
  locale: string | null;
  lastPlaces: Partial<Record<LastVisited, string>>;
}

const answers = () => shared("page-answers", () => new AsyncLocalStorage<PageAnswer>());

export function markActionBegun(): void {
  const answer = answers().getStore();
  if (answer) answer.hasActionBegun = true;
}

export function isBeforeAction(): boolean {
  return answers().getStore()?.hasActionBegun === false;
}

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

export function markLastVisited(place: LastVisited, id: string): void {
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
