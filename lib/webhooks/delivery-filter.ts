import { EVENT_TYPES } from "../events/catalog";
import { DELIVERY_STATES, type DeliveryState } from "./delivery";

/** Time spans of the screens, by their names in the URL. */
export const SPANS = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
export type Span = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as Span[];

/** As in the URL; an unreadable value does not filter. */
export interface DeliveryQuery {
  state: DeliveryState | "";
  event: string;
  since: Span | "";
  /** Minutes in UTC, as a datetime-local field writes them; they win over `since`. */
  from: string;
  to: string;
}

const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

export function readMinute(text: string): Date | null {
  if (!MINUTE.test(text)) return null;
  const at = new Date(`${text}:00.000Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

export function readDeliveryQuery(read: (name: string) => string): DeliveryQuery {
  const minute = (name: string) => (readMinute(read(name)) ? read(name) : "");
  return {
    state: DELIVERY_STATES.find((state) => state === read("state")) ?? "",
    event: EVENT_TYPES.find((type) => type === read("event")) ?? "",
    since: SPAN_NAMES.find((span) => span === read("since")) ?? "",
    from: minute("from"),
    to: minute("to"),
  };
}

export interface Range {
  from?: Date;
  to?: Date;
}

export function readRange({ since, from, to }: Pick<DeliveryQuery, "since" | "from" | "to">, now: Date): Range {
  const [start, end] = [readMinute(from), readMinute(to)];
  if (start || end) return { ...(start ? { from: start } : {}), ...(end ? { to: end } : {}) };
  return since === "" ? {} : { from: new Date(now.getTime() - SPANS[since]) };
}

/** For the URL: only values that filter. */
export function writeQuery(query: Partial<Record<string, string>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : "";
}
