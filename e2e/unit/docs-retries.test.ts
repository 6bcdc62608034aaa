import { expect, test } from "vitest";
import { statusOf } from "../../lib/api/errors";
import { ERROR_FACTS, type Retry } from "../../lib/docs/error-facts";
import { ERROR_CODES } from "../../lib/docs/error-pages";
import { SvcApiError } from "../../packages/sdk/src/errors";
import { computeRetryDelay } from "../../packages/sdk/src/retry";

function retries(
  code: (typeof ERROR_CODES)[number],
  details: Record<string, string> | undefined,
  isRepeatable: boolean,
) {
  const response = { status: statusOf(code), headers: new Headers({ "retry-after": "1" }) };
  const error = new SvcApiError(response, JSON.stringify({ error: { code, message: "", requestId: "req", details } }));
  return computeRetryDelay(error, 1, { maxRetries: 2, maxWaitMs: 90_000, isRepeatable }) !== undefined;
}

function observe(code: (typeof ERROR_CODES)[number]): Retry {
  if (retries(code, undefined, false)) return "waits";
  if (retries(code, undefined, true)) return "repeatable";
  return retries(code, { reason: "in_progress" }, true) ? "inProgress" : "never";
}

test.each(ERROR_CODES)("the page of %s says when the client repeats the request", (code) => {
  expect(ERROR_FACTS[code].retry).toBe(observe(code));
});
