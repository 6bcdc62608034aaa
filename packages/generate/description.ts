import { readFileSync } from "node:fs";

/** The parts of public/openapi.json that the clients are written from. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  default?: unknown;
  format?: string;
  "x-enumDescriptions"?: Record<string, string>;
}

interface RawOperation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
  "x-svc-call": string;
  "x-svc-scope": string;
  "x-svc-units": number;
  "x-svc-since"?: string;
}

interface RawDocument {
  info: { version: string };
  paths: Record<string, Record<string, RawOperation>>;
  webhooks: Record<string, { post: { summary: string; requestBody: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** `["rooms", "tasks"]` */
  resource: string[];
  verb: string;
  summary: string;
  scope: string;
  units: number;
  since: string | undefined;
  pathParameters: string[];
  query: { name: string; isRequired: boolean; schema: Schema }[];
  body: { name: string; isRequired: boolean } | undefined;
  takesIdempotencyKey: boolean;
  /** The schema of the response, or of one item where it is a page. */
  result: { name: string; isPage: boolean };
  /** The status of success. */
  status: number;
  failures: { status: number; code: string }[];
  /** The codes of the failures, each once. */
  errors: string[];
}

export interface Description {
  version: string;
  schemas: Record<string, Schema>;
  operations: Operation[];
  /** The schemas of each event's delivery. null: it is not sent in v1. */
  events: { type: string; summary: string; v2: string; v1: string | null }[];
}

export function readDescription(file = "public/openapi.json"): Description {
  const document = JSON.parse(readFileSync(file, "utf8")) as RawDocument;
  const { schemas } = document.components;
  return {
    version: document.info.version,
    schemas,
    events: Object.entries(document.webhooks).map(([type, { post }]) => {
      const body = post.requestBody.content["application/json"]?.schema ?? {};
      const [v2 = body, v1] = body.anyOf ?? [];
      return { type, summary: post.summary, v2: refName(v2), v1: v1 ? refName(v1) : null };
    }),
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => readOperation(schemas, path, method, operation)),
    ),
  };
}

function readOperation(
  schemas: Record<string, Schema>,
  path: string,
  method: string,
  operation: RawOperation,
): Operation {
  const parameters = operation.parameters ?? [];
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const failures = listFailures(schemas, operation);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    ...readCall(operation["x-svc-call"]),
    summary: operation.summary,
    scope: operation["x-svc-scope"],
    units: operation["x-svc-units"],
    since: operation["x-svc-since"],
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    query: parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name, required, schema }) => ({ name, isRequired: required === true, schema })),
    body: readBody(schemas, operation),
    takesIdempotencyKey: parameters.some(({ name }) => name.toLowerCase() === "idempotency-key"),
    result: readResult(schemas, success?.[1].content?.["application/json"]?.schema),
    status: Number(success?.[0]),
    failures,
    errors: [...new Set(failures.map(({ code }) => code))].sort(),
  };
}

/** A body without members says nothing, so it is not sent: as a parameter it would take any object, options too. */
function readBody(schemas: Record<string, Schema>, { requestBody }: RawOperation): Operation["body"] {
  const schema = requestBody?.content["application/json"]?.schema;
  if (!schema) return undefined;
  const name = refName(schema);
  const isEmpty = Object.keys(schemas[name]?.properties ?? {}).length === 0;
  return isEmpty ? undefined : { name, isRequired: requestBody?.required !== false };
}

/** `rooms.tasks.list` */
function readCall(call: string): { resource: string[]; verb: string } {
  const names = call.split(".");
  return { resource: names.slice(0, -1), verb: names.at(-1) ?? "" };
}

function readResult(schemas: Record<string, Schema>, schema: Schema | undefined): Operation["result"] {
  if (!schema) throw new Error("An operation has no successful response");
  const name = refName(schema);
  const items = schemas[name]?.properties?.["data"]?.items;
  const isPage = items !== undefined && schemas[name]?.properties?.["nextCursor"] !== undefined;
  return isPage ? { name: refName(items), isPage } : { name, isPage: false };
}

/** The meaning of each error code, in one sentence or two. */
export function readErrorMeanings(schemas: Record<string, Schema>): Map<string, string> {
  const codes = Object.values(schemas).map(({ properties }) => properties?.["error"]?.properties?.["code"]);
  return new Map(codes.flatMap((code) => Object.entries(code?.["x-enumDescriptions"] ?? {})));
}

/** The comment of a member: its description, then its values with their meanings. */
export function describeMember(schema: Schema): string[] {
  const known = [schema, ...(schema.anyOf ?? [])].find((option) => option["x-enumDescriptions"]);
  const values = Object.entries(known?.["x-enumDescriptions"] ?? {});
  const text = schema.description === undefined ? [] : [schema.description];
  return [...text, ...values.map(([value, meaning]) => `- \`${value}\`: ${meaning}`)];
}

function listFailures(schemas: Record<string, Schema>, { responses }: RawOperation): Operation["failures"] {
  const failures = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  return failures.flatMap(([status, { content }]) => {
    const schema = content?.["application/json"]?.schema;
    const code = schema && schemas[refName(schema)]?.properties?.["error"]?.properties?.["code"];
    const codes = [...(code?.enum ?? []), ...(code?.const === undefined ? [] : [code.const])];
    return codes.map((value) => ({ status: Number(status), code: String(value) }));
  });
}

export function refName({ $ref }: Schema): string {
  const name = $ref?.replace("#/components/schemas/", "");
  if (!name) throw new Error("The description has an anonymous schema where the clients need a name");
  return name;
}

/** Schemas that requests send and those that responses bring, each with all that they refer to. */
export function listSchemas({ schemas, operations, events }: Description) {
  const reach = (names: Iterable<string>, found = new Set<string>()) => {
    for (const name of names) {
      if (found.has(name)) continue;
      found.add(name);
      reach(listRefs(schemas[name]), found);
    }
    return found;
  };
  return {
    sent: reach(operations.flatMap(({ body }) => (body ? [body.name] : []))),
    received: reach(operations.map(({ result }) => result.name)),
    delivered: reach(events.flatMap(({ v2, v1 }) => (v1 === null ? v2 : [v2, v1]))),
  };
}

function listRefs(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [refName({ $ref: value })] : listRefs(value),
  );
}
