import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { SCOPE_MEANINGS, SCOPES } from "../access/scopes";
import type { Endpoint } from "../api/endpoint";
import { ErrorBody, statusOf } from "../api/errors";
import type { ErrorCode } from "../platform/errors";
import { API_DESCRIPTION_VERSION, IDEMPOTENCY_KEY_MAX_LENGTH } from "../platform/limits";

const EVERY_ENDPOINT: readonly ErrorCode[] = [
  "unauthenticated",
  "invalid_api_key",
  "expired_api_key",
  "revoked_api_key",
  "insufficient_scope",
  "validation_error",
  "rate_limit_exceeded",
  "api_units_exceeded",
  "internal_error",
  "rate_limit_backend_unavailable",
];
const OF_KIND: Readonly<Record<Endpoint["kind"], readonly ErrorCode[]>> = {
  read: [],
  write: ["forbidden", "idempotency_conflict"],
  action: ["idempotency_conflict"],
};

const ErrorEnvelope = z
  .object({ error: ErrorBody })
  .meta({ id: "Error", description: "Every answer that is not a success" });

const INTEGER_HEADERS = {
  "RateLimit-Limit": "Requests allowed in the current window",
  "RateLimit-Remaining": "Requests left in the window",
  "RateLimit-Reset": "Seconds until the window resets",
  "Svc-Api-Units-Limit": "Units of the month; absent on an unlimited plan",
  "Svc-Api-Units-Remaining": "Units left this month; absent on an unlimited plan",
  "Svc-Api-Units-Used": "Units used, confirmed and reserved",
  "Svc-Api-Units-Cost": "Units charged for this request",
};
const TEXT_HEADERS = {
  "X-Request-Id": "The request's id: the client's own, or one made here",
  "RateLimit-Policy": "The limit and its window, as in 120;w=60",
  "Svc-Api-Units-Reset": "When the month's units return",
  "Svc-RateLimit-Scope": "The axis with the least left: endpoint, api_key, actor, user, organization",
  "Svc-RateLimit-Subject": "Whose axis it is, when the credential may read that",
};

/** The error statuses of an endpoint with their codes: its own, and those of every endpoint. */
export function listFailures(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const codes = new Set([...EVERY_ENDPOINT, ...OF_KIND[endpoint.kind], ...endpoint.errors]);
  const pairs = [...[...codes].map((code) => [statusOf(code), code] as const), ...(endpoint.alsoAnswers ?? [])];
  const failures = new Map<number, ErrorCode[]>();
  for (const [status, code] of pairs.sort(([a], [b]) => a - b))
    failures.set(status, [...(failures.get(status) ?? []), code]);
  return failures;
}

export function buildDocument(registry: readonly Endpoint[]) {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of registry) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Svc developer API",
        version: API_DESCRIPTION_VERSION,
        description: "Rooms with their messages, tasks, records and files, for integrations.",
        license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      },
      servers: [{ url: "/", description: "The service that serves this description" }],
      tags: [...new Set(registry.map(tagOf))].map((name) => ({
        name,
        description: `What the API offers about ${name.replace("-", " ")}.`,
      })),
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "An API key or an OAuth access token" },
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "X-Api-Key",
            description: "An API key; access tokens go as a bearer",
          },
          oauth: {
            type: "oauth2",
            flows: {
              authorizationCode: {
                authorizationUrl: "/oauth/authorize",
                tokenUrl: "/oauth/token",
                refreshUrl: "/oauth/token",
                scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_MEANINGS[scope]])),
              },
            },
          },
        },
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        // The contract lets answers grow, so a reader must not be told that there is nothing more.
        if (io === "output") delete jsonSchema.additionalProperties;
        // Where `format` and `type` say enough, a pattern of three lines is left out.
        if (jsonSchema.format === "date-time" || jsonSchema.type === "integer") delete jsonSchema.pattern;
      },
    },
  );
}

function describeOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, summary, scope, units, response } = endpoint;
  const keyHeader = { "Idempotency-Key": z.string().min(1).max(IDEMPOTENCY_KEY_MAX_LENGTH).optional() };
  const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    operationId,
    summary,
    description: `Scope \`${scope}\`, ${units} ${units === 1 ? "unit" : "units"}.${endpoint.kind === "write" ? " Access tokens of a person only." : ""}`,
    tags: [tagOf(endpoint)],
    security: [{ bearer: [] }, ...(endpoint.kind === "write" ? [] : [{ apiKey: [] }]), { oauth: [scope] }],
    requestParams: {
      header: z.object({ "X-Request-Id": z.string().optional(), ...(endpoint.kind === "read" ? {} : keyHeader) }),
      ...(pathNames.length > 0
        ? { path: z.object(Object.fromEntries(pathNames.map((name) => [name, z.string()]))) }
        : {}),
      ...(endpoint.kind === "read" ? { query: endpoint.query } : {}),
    },
    ...(endpoint.kind === "write"
      ? {
          requestBody: {
            required: !endpoint.body.safeParse(undefined).success,
            content: { "application/json": { schema: endpoint.body } },
          },
        }
      : {}),
    responses: {
      [response.status]: {
        description: "Success",
        headers: describeHeaders(),
        content: { "application/json": { schema: response.schema } },
      },
      ...describeFailures(endpoint),
    },
  };
}

function describeFailures(endpoint: Endpoint): ZodOpenApiOperationObject["responses"] {
  return Object.fromEntries(
    [...listFailures(endpoint)].map(([status, codes]) => [
      String(status),
      { description: codes.join(", "), content: { "application/json": { schema: ErrorEnvelope } } },
    ]),
  );
}

function describeHeaders() {
  const headers = (names: Record<string, string>, type: "integer" | "string") =>
    Object.fromEntries(Object.entries(names).map(([name, description]) => [name, { description, schema: { type } }]));
  return { ...headers(TEXT_HEADERS, "string"), ...headers(INTEGER_HEADERS, "integer") };
}

/** The resource that a path is about: its last segment that is no parameter. */
function tagOf({ path }: Endpoint): string {
  return path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "api";
}
