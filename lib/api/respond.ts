import { now } from "../platform/clock";
import { env } from "../platform/env";
import { BACKEND_RETRY_AFTER_SECONDS, BURST_WINDOW_SECONDS } from "../platform/limits";
import type { AxisCount } from "../usage/burst";
import type { Call } from "./call";
import { pathOfError } from "./error-path";
import type { Failure } from "./errors";
import type { ApiResponse } from "./request";

type Headers = Record<string, string>;

function baseHeaders(call: Call): Headers {
  return {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": call.requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
}

export function respondSuccess(call: Call, status: number, body: string, extra: Headers = {}): ApiResponse {
  const headers = baseHeaders(call);
  addBurstHeaders(headers, call);
  addUnitHeaders(headers, call);
  return { status, headers: Object.assign(headers, extra), body };
}

export function respondFailure(call: Call, failure: Failure): ApiResponse {
  const { code, message, details } = failure;
  const headers = Object.assign(baseHeaders(call), failure.headers);
  if (failure.status === 429) {
    addBurstHeaders(headers, call);
    addUnitHeaders(headers, call);
  }
  const retryAfter = secondsToWait(call, failure);
  if (retryAfter !== null) headers["retry-after"] = String(retryAfter);
  const help = `${env().SVC_BASE_URL}${pathOfError(code)}?request=${encodeURIComponent(call.requestId)}`;
  if (call.surface === "v1") headers["link"] = `<${help}>; rel="help"`;
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

/** §8: An unlimited axis is not among them, so it never shows as 0. */
function addBurstHeaders(headers: Headers, call: Call): void {
  if (!call.burst) return;
  const { tightest, resetSeconds } = call.burst;
  headers["ratelimit-limit"] = String(tightest.limit);
  headers["ratelimit-remaining"] = String(tightest.left);
  headers["ratelimit-reset"] = String(resetSeconds);
  headers["ratelimit-policy"] = `${tightest.limit};w=${BURST_WINDOW_SECONDS}`;
  headers["svc-ratelimit-scope"] = tightest.scope;
  if (maySeeSubject(call, tightest)) headers["svc-ratelimit-subject"] = tightest.subject;
}

/** A caller sees its own key and actor; an organization or a person only with the scope that reads it. */
function maySeeSubject({ caller }: Call, { scope, subject }: AxisCount): boolean {
  if (!caller) return false;
  if (scope === "organization") return caller.scopes.has("organizations:read");
  if (scope === "user") return subject === caller.actor.id || caller.scopes.has("me:read");
  return true;
}

function addUnitHeaders(headers: Headers, { units }: Call): void {
  if (!units) return;
  if (units.limit !== null) {
    headers["svc-api-units-limit"] = String(units.limit);
    headers["svc-api-units-remaining"] = String(units.remaining);
  }
  headers["svc-api-units-used"] = String(units.used);
  headers["svc-api-units-cost"] = String(units.cost);
  headers["svc-api-units-reset"] = units.resetAt.toISOString();
}
