import type { RowOf } from "../db/statement";
import type { FIND_MATCHING_HOURS } from "./details.sql";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export interface Span {
  since: Date;
  until: Date;
}

type MatchingHour = Pick<RowOf<typeof FIND_MATCHING_HOURS>, "hour" | "places" | "firstAt" | "lastAt">;

export function findPlaces({ hour, places, firstAt, lastAt }: MatchingHour): Span[] {
  if (places) {
    const instants = [...new Set(places.map((place) => place.getTime()))].toSorted((a, b) => b - a);
    return instants.map((ms) => ({ since: new Date(ms), until: new Date(ms + 1) }));
  }
  if (firstAt && lastAt) return [{ since: firstAt, until: after(lastAt) }];
  return [{ since: hour, until: new Date(hour.getTime() + HOUR_MS) }];
}

export function measureShare(spans: readonly Span[]): number {
  return spans.reduce((sum, { since, until }) => sum + (until.getTime() - since.getTime()), 0) / HOUR_MS;
}

export function later(a: Date, b: Date): Date {
  return a.getTime() > b.getTime() ? a : b;
}

export function earlier(a: Date, b: Date): Date {
  return later(a, b) === a ? b : a;
}

export function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

export function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

export function after(at: Date): Date {
  return new Date(at.getTime() + 1);
}
