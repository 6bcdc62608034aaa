import { EVENT_TYPES } from "../../events/catalog";
import { readTimeSpan, startOfSpan, type TimeSpan } from "../../platform/time-span";
import { DELIVERY_STATES, type DeliveryState } from "../delivery/delivery-state";

export interface DeliveryQuery {
  state: DeliveryState | "";
  event: string;
  since: TimeSpan | "";
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
    since: readTimeSpan(read("since")),
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
  return since === "" ? {} : { from: startOfSpan(since, now) };
}
