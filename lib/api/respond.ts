import { now } from "../platform/clock";
import { BACKEND_RETRY_AFTER_SECONDS, BURST_WINDOW_SECONDS } from "../platform/limits";
import { type AxisCount, countLeft } from "../usage/burst";
import { countRemaining } from "../usage/units";
import type { Call } from "./call";
import type { Failure } from "./errors";
import type { Answer } from "./exchange";

const JSON_TYPE = "application/json; charset=utf-8";

function baseHeaders(call: Call): Record<string, string> {
  return {
    "content-type": JSON_TYPE,
    "x-request-id": call.requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
}

export function respondSuccess(call: Call, status: number, body: string, extra: Record<string, string> = {}): Answer {
  return { status, headers: { ...baseHeaders(call), ...burstHeaders(call), ...unitHeaders(call), ...extra }, body };
}

export function respondFailure(call: Call, failure: Failure): Answer {
  const { code, message, details } = failure;
  const headers = { ...baseHeaders(call), ...failure.headers };
  if (failure.status === 429) Object.assign(headers, burstHeaders(call), unitHeaders(call));
  const retryAfter = secondsToWait(call, failure);
  if (retryAfter !== null) headers["retry-after"] = String(retryAfter);
  const error = { code, message, requestId: call.requestId, ...(details ? { details } : {}) };
  return { status: failure.status, headers, body: JSON.stringify({ error }) };
}

function secondsToWait(call: Call, { code }: Failure): number | null {
  if (code === "rate_limit_exceeded") return call.burst?.resetSeconds ?? BURST_WINDOW_SECONDS;
  if (code === "api_units_exceeded" && call.units) {
    return Math.max(1, Math.ceil((call.units.resetAt.getTime() - now().getTime()) / 1000));
  }
  return code === "rate_limit_backend_unavailable" ? BACKEND_RETRY_AFTER_SECONDS : null;
}

/** §8: the axis with the least left. An unlimited axis is not among them, so it never shows as 0. */
function burstHeaders(call: Call): Record<string, string> {
  if (!call.burst) return {};
  const { tightest, resetSeconds } = call.burst;
  return {
    "ratelimit-limit": String(tightest.limit),
    "ratelimit-remaining": String(countLeft(tightest)),
    "ratelimit-reset": String(resetSeconds),
    "ratelimit-policy": `${tightest.limit};w=${BURST_WINDOW_SECONDS}`,
    "svc-ratelimit-scope": tightest.scope,
    ...(maySeeSubject(call, tightest) ? { "svc-ratelimit-subject": tightest.subject } : {}),
  };
}

/** The own key and the own actor always; an organization or a person only with the scope that reads it. */
function maySeeSubject({ caller }: Call, { scope, subject }: AxisCount): boolean {
  if (!caller) return false;
  if (scope === "organization") return caller.scopes.has("organizations:read");
  if (scope === "user") return subject === caller.actor.id || caller.scopes.has("me:read");
  return true;
}

function unitHeaders({ units }: Call): Record<string, string> {
  if (!units) return {};
  const remaining = countRemaining(units);
  return {
    ...(units.limit === null || remaining === null
      ? {}
      : { "svc-api-units-limit": String(units.limit), "svc-api-units-remaining": String(remaining) }),
    "svc-api-units-used": String(units.used),
    "svc-api-units-cost": String(units.cost),
    "svc-api-units-reset": units.resetAt.toISOString(),
  };
}
