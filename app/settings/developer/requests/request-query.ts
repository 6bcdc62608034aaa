import type { ErrorCode } from "@/lib/platform/errors";
import { readTimeSpan, type TimeSpan } from "@/lib/platform/time-span";
import { ERROR_CODES, STATUS_CLASSES } from "@/lib/requests/filter";
import type { RequestFilter } from "@/lib/requests/list";
import { BURST_SCOPES, type BurstScope } from "@/lib/usage/burst";
import { readMinute, readRange } from "@/lib/webhooks/history/delivery-filter";

export const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

export interface RequestQuery {
  area: string;
  status: string;
  code: ErrorCode | "";
  method: string;
  route: string;
  who: string;
  room: string;
  axis: BurstScope | "";
  since: TimeSpan | "";
  from: string;
  to: string;
}

const STATUS = /^(?:[245]xx|[2-5]\d\d)$/;
const ID = /^[a-z]{3,4}_[0-9a-z]{26}$/;
const ROUTE_MAX_LENGTH = 200;

export function readRequestQuery(read: (name: string) => string): RequestQuery {
  const matching = (name: string, pattern: RegExp) => (pattern.test(read(name)) ? read(name) : "");
  const minute = (name: string) => (readMinute(read(name)) ? read(name) : "");
  return {
    area: matching("area", /^(?:usr|org)_[0-9a-z]{26}$/),
    status: matching("status", STATUS),
    code: ERROR_CODES.find((code) => code === read("code")) ?? "",
    method: METHODS.find((method) => method === read("method")) ?? "",
    route: read("route").slice(0, ROUTE_MAX_LENGTH),
    who: matching("who", ID),
    room: matching("room", ID),
    axis: BURST_SCOPES.find((axis) => axis === read("axis")) ?? "",
    since: readTimeSpan(read("since")),
    from: minute("from"),
    to: minute("to"),
  };
}

export function toRequestFilter(query: RequestQuery, now: Date): RequestFilter {
  const { from, to } = readRange(query, now);
  const statusClass = STATUS_CLASSES.find((name) => name === query.status);
  const given = (text: string) => text || undefined;
  return {
    ownerId: given(query.area),
    statusClass,
    status: statusClass === undefined && query.status !== "" ? Number(query.status) : undefined,
    errorCode: given(query.code),
    method: given(query.method),
    route: given(query.route),
    credentialId: query.who.startsWith("usr_") ? undefined : given(query.who),
    personId: query.who.startsWith("usr_") ? query.who : undefined,
    roomId: given(query.room),
    axis: query.axis || undefined,
    since: from,
    until: to,
  };
}

/** A cursor belongs to one filter, so a span that ends now becomes its first minute. */
export function fixStart(query: RequestQuery, now: Date): RequestQuery {
  const { from } = readRange(query, now);
  return from ? { ...query, from: from.toISOString().slice(0, 16) } : query;
}

/** A segment of a path as Next hands it over; text that is not encoded as it should be stays. */
export function readRequestId(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
