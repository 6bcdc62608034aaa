import { randomBytes } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { IS_NIGHT } from "../../support/scenes/night";
import { type Contract, NOBODY, type Who } from "./scene";

export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const instant = expect.stringMatching(INSTANT);
const RUN = randomBytes(4).toString("hex");

/** The route patterns of the contract's table, for the audit. */
const PATTERNS: readonly [method: RegExp, path: RegExp, pattern: string][] = [
  [/^(GET|HEAD)$/, /^\/v1\/(me|organizations|rooms|event-types|search)$/, "/v1/$1"],
  [/^(GET|HEAD|PATCH)$/, /^\/v1\/rooms\/[^/]+$/, "/v1/rooms/{roomId}"],
  [
    /^(GET|HEAD)$/,
    /^\/v1\/rooms\/[^/]+\/(members|messages|boards|tasks|records|files|events)$/,
    "/v1/rooms/{roomId}/$1",
  ],
  [/^(GET|HEAD)$/, /^\/v1\/rooms\/[^/]+\/(message|task|record|file)s\/[^/]+$/, "/v1/rooms/{roomId}/$1s/{$1Id}"],
  [/^POST$/, /^\/v1\/rooms\/[^/]+\/(messages|tasks|records|files)$/, "/v1/rooms/{roomId}/$1"],
  [/^PATCH$/, /^\/v1\/rooms\/[^/]+\/tasks\/[^/]+$/, "/v1/rooms/{roomId}/tasks/{taskId}"],
  [/^PATCH$/, /^\/v1\/rooms\/[^/]+\/records\/[^/]+$/, "/v1/rooms/{roomId}/records/{recordId}"],
];
function patternOf(method: string, target: string): string {
  const [path = ""] = target.split("?");
  const found = PATTERNS.find(([methods, paths]) => methods.test(method) && paths.test(path));
  return found ? path.replace(found[1], found[2]) : "unmatched";
}

interface Failure {
  code: string;
  message: string;
  requestId: string;
  details?: Record<string, unknown>;
}
export interface Row extends Record<string, unknown> {
  id: string;
}
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Row & { data: Row[]; nextCursor: string | null; error: Failure };
}
export interface Ask {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** `200`, or `403 forbidden`. */
export const outcome = ({ status, json }: Answer) => (status < 400 ? String(status) : `${status} ${json.error.code}`);
export const issuePaths = ({ json }: Answer) =>
  ((json.error.details?.["issues"] ?? []) as { path: string }[]).map(({ path }) => path);

/** The headers of a response that the service itself sends. */
export const TRANSPORT = [
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
];
export const ownHeaders = ({ headers }: Answer) =>
  [...headers.keys()].filter((name) => !TRANSPORT.includes(name)).sort();
const CORS_HEADERS = ["access-control-allow-origin", "access-control-expose-headers"];
const BASE_HEADERS = [...CORS_HEADERS, "cache-control", "content-type", "x-content-type-options", "x-request-id"];
export const FAILURE_HEADERS = [...BASE_HEADERS, "link"];
/** Scripts may read these without a word of ours, or have no use for them. */
const UNEXPOSED = [...TRANSPORT, "cache-control", "content-type", "x-content-type-options"];
const BURST_HEADERS = ["limit", "policy", "remaining", "reset"].map((name) => `ratelimit-${name}`);
const UNIT_HEADERS = ["cost", "limit", "remaining", "reset", "used"].map((name) => `svc-api-units-${name}`);
const SCOPE_HEADERS = ["svc-ratelimit-scope", "svc-ratelimit-subject"];
export const SUCCESS_HEADERS = [...BASE_HEADERS, ...BURST_HEADERS, ...UNIT_HEADERS, ...SCOPE_HEADERS].sort();

function expectEnvelope({ headers, json }: Answer): void {
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(Object.keys(json)).toEqual(["error"]);
  const { code, message, requestId, details, ...rest } = json.error;
  expect([typeof code, typeof message, rest]).toEqual(["string", "string", {}]);
  expect(requestId).toBe(headers.get("x-request-id"));
  expect(["object", "undefined"]).toContain(typeof details);
  expect(headers.get("link")).toMatch(new RegExp(`^<https?://[^>]+/docs/errors/${code}\\?request=[^>]+>; rel="help"$`));
}

/** Any page may call and read every response, and none may send cookies. */
function expectAnyOrigin(headers: Headers): void {
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.has("access-control-allow-credentials")).toBe(false);
  const exposed = headers.get("access-control-expose-headers")?.split(", ") ?? [];
  const hidden = [...headers.keys()].filter((name) => !name.startsWith("access-control-") && !exposed.includes(name));
  expect(hidden.filter((name) => !UNEXPOSED.includes(name))).toEqual([]);
}

type Send = (who: Who, target: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
export interface Door {
  /** Names this run of this file at this door in its request ids. */
  readonly id: string;
  readonly otherUrl: string;
  readonly ask: (who: Who, target: string, options?: Ask) => Promise<Answer>;
  readonly post: Send;
  readonly patch: Send;
}

/**
 * One contract, two doors: the front door, and at night Next's own route handlers, as on a platform that runs Next by
 * itself. Both call the same endpoints; contract/next-entry.test.ts proves each route file of the second in every run.
 * Every request leaves its audit row, and the last test of each door checks that there are `atLeast` that many.
 */
export function atDoors({ demo, database }: Contract, atLeast: number, prove: (door: Door) => void): void {
  const nextDoorUrl = inject("nextDoorUrl");
  const doors = [
    ["the front door", `${RUN}-front`, demo.baseUrl, nextDoorUrl],
    ["Next's own door", `${RUN}-next`, nextDoorUrl, demo.baseUrl],
  ] as const;
  describe.each(IS_NIGHT ? doors : doors.slice(0, 1))("%s", (_, id, baseUrl, otherUrl) => {
    const expectedAudit = new Map<string, Record<string, unknown>>();
    let count = 0;
    async function ask(who: Who, target: string, { method = "GET", body, headers = {} }: Ask = {}): Promise<Answer> {
      const given = headers["x-request-id"];
      count += 1;
      const requestId = given ?? `${id}-${count}`;
      const response = await fetch(baseUrl + target, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...who.headers,
          "x-request-id": requestId,
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        redirect: "manual",
      });
      const text = await response.text();
      const answer = { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : {} };
      if (given === undefined) {
        const route = patternOf(method, target);
        const isKnown = route !== "unmatched";
        expect(response.headers.get("x-request-id")).toBe(requestId);
        expectedAudit.set(requestId, {
          method,
          route,
          status: response.status,
          units_cost: response.status < 400 && isKnown ? Number(response.headers.get("svc-api-units-cost")) : 0,
          ...(isKnown ? who.audit : NOBODY),
        });
      }
      expectAnyOrigin(response.headers);
      if (response.status >= 400 && method !== "HEAD") expectEnvelope(answer);
      return answer;
    }

    prove({
      id,
      otherUrl,
      ask,
      post: (who, target, body, headers = {}) => ask(who, target, { method: "POST", body, headers }),
      patch: (who, target, body, headers = {}) => ask(who, target, { method: "PATCH", body, headers }),
    });

    test("each of these requests has its row in the audit", async () => {
      const rows = await database.query<{
        request_id: string;
        billing_entity_id: string | null;
        duration_ms: number;
        surface: string;
      }>(
        `SELECT request_id, surface, method, route, status, units_cost, auth_method, actor_type, actor_id, user_id, organization_id,
           api_key_id, app_id, grant_id, external_token_id FROM audit_log WHERE request_id LIKE $1`,
        [`${id}-%`],
      );
      expect(expectedAudit.size).toBeGreaterThanOrEqual(atLeast);
      expect(rows).toHaveLength(expectedAudit.size);
      for (const { request_id: requestId, ...row } of rows)
        expect({ requestId, ...row }).toEqual({ requestId, surface: "v1", ...expectedAudit.get(requestId) });
    });
  });
}
