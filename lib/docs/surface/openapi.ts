import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { SCOPE_MEANINGS, SCOPES } from "../../access/scopes";
import type { Endpoint } from "../../api/endpoint";
import { GATES, RUNS, SURFACES } from "../../api/surfaces";
import {
  API_DESCRIPTION_VERSION,
  IDEMPOTENCY_KEY_MAX_LENGTH,
  WEBHOOK_HISTORY_RETENTION_DAYS,
} from "../../platform/limits";
import { listFailures, schemaOfFailure } from "./error-responses";
import { findRecordedCall } from "./recorded-calls";
import { describeValues } from "./value-meanings";
import { describeWebhooks } from "./webhook-requests";

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
  "X-Request-Id": "The request's id: the one that the client sent, or a generated one",
  "RateLimit-Policy": "The limit and its window, as in 120;w=60",
  "Svc-Api-Units-Reset": "When the month's units reset",
  "Svc-RateLimit-Scope": "The axis with the least left: endpoint, api_key, actor, user, organization",
  "Svc-RateLimit-Subject": "Whose axis it is, if the credential may know",
};

const REQUEST_ID = {
  "X-Request-Id": z.string().optional().meta({
    description:
      'Your own id of the request, which the response repeats: 1 to 128 visible ASCII characters except `"`, `,`, `;`, `<`, `>` and `\\`. For any other text the response has an id made here',
  }),
};
const IDEMPOTENCY_KEY = {
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(IDEMPOTENCY_KEY_MAX_LENGTH)
    .optional()
    .meta({ description: "Unique per write. Reuse it when you retry, and the write happens once" }),
};

const SURFACE_OF_KIND = { read: "v1Read", write: "v1Write", action: "v1Action" } as const;

const TAGS = {
  me: "The user or app behind a credential.",
  organizations: "Organizations of the caller.",
  rooms: "Rooms hold everything else. Direct messages are never served.",
  members: "The people of a room.",
  messages: "The conversation of a room.",
  boards: "The boards that hold the tasks of a room.",
  tasks: "The tasks of a room, with optimistic locking by `version`.",
  records: "Meeting minutes with an approval.",
  files: "Files come and go by signed URLs: create, PUT the bytes, complete.",
  deliveries: "The delivery history of a webhook: one entry for each attempt.",
  events: `The event log of a room: what its webhooks are sent, for ${WEBHOOK_HISTORY_RETENTION_DAYS} days.`,
  "event-types": "The events that a webhook can subscribe to.",
  search: "The texts of all rooms of the caller.",
  webhooks: "Requests that the service sends to the endpoint URL of a webhook.",
};

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
        description:
          "Rooms with their messages, tasks, records and files, for integrations. When a JSON body names a member twice, the last one counts.",
        license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      },
      servers: [{ url: "/", description: "The service that serves this description" }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      webhooks: describeWebhooks(),
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "An API key or an OAuth access token" },
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "X-Api-Key",
            description: "An API key. Send access tokens as a bearer token",
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
        // The contract lets responses grow, so a reader must accept further members.
        if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // `format` and `type` say enough here, so the long pattern is left out.
        const { "x-svc-values": set, enum: values = jsonSchema.examples } = jsonSchema;
        if (typeof set === "string" && Array.isArray(values))
          jsonSchema["x-enumDescriptions"] = describeValues(set, values);
        if (jsonSchema.format === "date-time" || jsonSchema.type === "integer") delete jsonSchema.pattern;
      },
    },
  );
}

function describeOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, summary, scope, units, since, response } = endpoint;
  const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    operationId,
    summary,
    description: `Scope \`${scope}\`, ${units} ${units === 1 ? "unit" : "units"}.${endpoint.kind === "write" ? " Access tokens of a person only." : ""}`,
    "x-svc-call": nameCall(endpoint.path, operationId),
    "x-svc-scope": scope,
    "x-svc-units": units,
    ...(since === undefined ? {} : { "x-svc-since": since }),
    "x-svc-gates": GATES.filter((gate) => SURFACES[SURFACE_OF_KIND[endpoint.kind]][gate] === RUNS),
    "x-svc-burst-group": endpoint.kind === "write" ? "write" : "read",
    tags: [tagOf(endpoint)],
    security: [{ bearer: [] }, ...(endpoint.kind === "write" ? [] : [{ apiKey: [] }]), { oauth: [scope] }],
    requestParams: {
      header: z.object(endpoint.kind === "read" ? REQUEST_ID : { ...REQUEST_ID, ...IDEMPOTENCY_KEY }),
      ...(pathNames.length > 0
        ? { path: z.object(Object.fromEntries(pathNames.map((name) => [name, describeId(name, endpoint)]))) }
        : {}),
      ...(endpoint.kind === "read" ? { query: endpoint.query } : {}),
    },
    ...(endpoint.kind === "write"
      ? {
          requestBody: {
            required: !endpoint.body.safeParse(undefined).success,
            content: { "application/json": { schema: endpoint.body, ...exampleOf(endpoint, "request") } },
          },
        }
      : {}),
    responses: {
      [response.status]: {
        description: "Success",
        headers: describeHeaders(),
        content: { "application/json": { schema: response.schema, ...exampleOf(endpoint, "response") } },
      },
      ...describeFailures(endpoint),
    },
  };
}

function describeId(name: string, { operationId }: Endpoint) {
  const [prefix] = (findRecordedCall(operationId)?.path?.[name] ?? "").split("_");
  const description = `The id of the ${name.replace(/Id$/, "")}${prefix ? `, which begins with \`${prefix}_\`` : ""}`;
  return z.string().meta({ description });
}

function exampleOf({ operationId }: Endpoint, side: "request" | "response"): { example?: unknown } {
  const example = findRecordedCall(operationId)?.[side];
  return example === undefined ? {} : { example };
}

function describeFailures(endpoint: Endpoint): ZodOpenApiOperationObject["responses"] {
  return Object.fromEntries(
    [...listFailures(endpoint)].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(", "),
        headers: describeFailureHeaders(status),
        content: { "application/json": { schema: schemaOfFailure(status, codes) } },
      },
    ]),
  );
}

function describeFailureHeaders(status: number) {
  const wait = { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" as const } } };
  const help = {
    Link: { description: 'The page about the code, with rel="help"', schema: { type: "string" as const } },
  };
  if (status === 429) return { ...describeHeaders(), ...help, ...wait };
  const { "X-Request-Id": requestId } = describeHeaders();
  return { ...(requestId ? { "X-Request-Id": requestId } : {}), ...help, ...(status === 503 ? wait : {}) };
}

function describeHeaders() {
  const headers = (names: Record<string, string>, type: "integer" | "string") =>
    Object.fromEntries(Object.entries(names).map(([name, description]) => [name, { description, schema: { type } }]));
  return { ...headers(TEXT_HEADERS, "string"), ...headers(INTEGER_HEADERS, "integer") };
}

function tagOf({ path }: Endpoint): string {
  const tag = path.split("/").findLast((segment) => segment in TAGS);
  if (!tag) throw new Error(`${path} has no tag`);
  return tag;
}

/** Clients name an operation by the segments of its path and the first word of its id: `rooms.tasks.list`. */
export function nameCall(path: string, operationId: string): string {
  const [first = operationId] = /^[a-z]+/.exec(operationId) ?? [];
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "v1" && !segment.startsWith("{"));
  const names = segments.map((segment) => segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  // A last segment that repeats the verb, such as `…/download`, is not a resource.
  const resource = names.at(-1) === first ? names.slice(0, -1) : names;
  return [...resource, first === "read" ? "get" : first].join(".");
}
