import { z } from "zod";
import { checkInput } from "../platform/check-input";
import { type ErrorCode, STATUSES } from "../platform/errors";
import { instant } from "../platform/instant";
import { REQUESTS_PAGE_MAX } from "../platform/limits";
import { BURST_SCOPES } from "../usage/burst";
import type { RequestFilter } from "./list";
import type { UsageSpan } from "./usage";

export const STATUS_CLASSES = ["2xx", "4xx", "5xx"] as const;
export const ERROR_CODES = Object.keys(STATUSES) as readonly ErrorCode[];

const word = () => z.string().regex(/^[\w.:/{}-]{1,200}$/, "has a form that no request has");
const number = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const Parameters = z.object({
  owner: word().optional(),
  class: z.enum(STATUS_CLASSES).optional(),
  status: number(100, 599).optional(),
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).optional(),
  method: z
    .string()
    .regex(/^[A-Z]{1,10}$/)
    .optional(),
  route: word().optional(),
  surface: z.enum(["v1", "mcp", "connector"]).optional(),
  credential: word().optional(),
  person: word().optional(),
  room: word().optional(),
  axis: z.enum(BURST_SCOPES).optional(),
  since: instant().optional(),
  until: instant().optional(),
  cursor: z.string().max(800).optional(),
  limit: number(1, REQUESTS_PAGE_MAX).optional(),
});

export function readRequestFilter(given: Readonly<Record<string, unknown>>): {
  filter: RequestFilter;
  page: { cursor?: string | undefined; limit?: number | undefined };
} {
  const {
    owner,
    class: statusClass,
    status,
    code,
    method,
    route,
    surface,
    credential,
    person,
    room,
    axis,
    ...rest
  } = checkInput(Parameters, given);
  const { since, until, cursor, limit } = rest;
  return {
    filter: {
      ownerId: owner,
      statusClass,
      status,
      errorCode: code,
      method,
      route,
      surface,
      credentialId: credential,
      personId: person,
      roomId: room,
      axis,
      since,
      until,
    },
    page: { cursor, limit },
  };
}

const Span = Parameters.pick({ owner: true, since: true, until: true, credential: true });

export function readUsageSpan(given: Readonly<Record<string, unknown>>): UsageSpan {
  const { owner, since, until, credential } = checkInput(Span, given);
  return { ownerId: owner, since, until, credentialId: credential };
}
