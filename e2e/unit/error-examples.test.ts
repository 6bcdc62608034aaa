import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ERROR_FACTS, OAUTH_ERROR_EXAMPLE } from "../../lib/docs/error-facts";
import type { ErrorCode } from "../../lib/platform/errors";

/** The files that word each error. */
const FILES: Readonly<Record<ErrorCode | "oauth", string | readonly string[]>> = {
  validation_error: "lib/platform/text.ts",
  unauthenticated: "lib/api/authenticate.ts",
  invalid_api_key: ["lib/access/credentials/authenticate-key.ts", "lib/api/authenticate.ts"],
  expired_api_key: ["lib/access/credentials/authenticate-key.ts", "lib/api/authenticate.ts"],
  revoked_api_key: ["lib/access/credentials/authenticate-key.ts", "lib/api/authenticate.ts"],
  insufficient_scope: "lib/api/gates.ts",
  forbidden: "lib/access/open-room.ts",
  not_found: "lib/platform/errors.ts",
  room_not_found: "lib/platform/errors.ts",
  idempotency_conflict: "lib/api/idempotency/idempotency.ts",
  version_conflict: "lib/tasks/update.ts",
  webhook_inactive: "lib/webhooks/delivery/redeliver.ts",
  rate_limit_exceeded: "lib/api/gates.ts",
  api_units_exceeded: "lib/api/gates.ts",
  internal_error: "lib/api/errors.ts",
  rate_limit_backend_unavailable: "lib/usage/limit-burst.ts",
  oauth: "lib/oauth/server/grant-server.ts",
};

/** The parts of an example that no text of the file has: values, which are numbers, times and scopes. */
function listRest(message: string, files: string | readonly string[]): string[] {
  const source = [files].flat().map((file) => readFileSync(file, "utf8"));
  const texts = source.join("\n").match(/(?<=["`}])[^"`{}$\n]*[^"`{}$\s][^"`{}$\n]*/g) ?? [];
  const pieces = texts.sort((a, b) => b.length - a.length);
  const rest = pieces.reduce((left, piece) => left.replaceAll(piece, "\n"), message);
  return rest.split("\n").filter((part) => part.trim() !== "");
}

const EXAMPLES = { ...ERROR_FACTS, oauth: { message: OAUTH_ERROR_EXAMPLE.error_description } };

test.each(Object.keys(FILES) as (keyof typeof FILES)[])(
  "the example of %s is worded as the service words it",
  (code) => {
    const message = EXAMPLES[code].message.replace(/^title: /, "");
    for (const value of listRest(message, FILES[code])) expect(value).toMatch(/^(?:\d[\d.:TZ-]*|[a-z]+:[a-z]*)$/);
  },
);

test("a changed word is noticed", () => {
  expect(listRest("More than 120 calls in this minute. Wait 21 s.", FILES.rate_limit_exceeded).join()).toContain(
    "calls",
  );
});
