import type { Endpoint } from "../../api/endpoint";
import { GATES, type Gate } from "../../api/surfaces";
import type { ErrorCode } from "../../platform/errors";
import { GATE_OF, listFailures } from "./error-responses";
import { buildDocument } from "./openapi";
import { findRecordedCall } from "./recorded-calls";
import { REGISTRY } from "./registry";
import {
  describeMember,
  listMembers,
  type Member,
  type MemberRule,
  nameOfRef,
  readRule,
  type Schema,
  type Schemas,
} from "./schema";

interface RawOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, RawResponse>;
  "x-svc-gates": readonly Gate[];
  "x-svc-burst-group": "read" | "write";
  "x-svc-call": string;
  "x-svc-since"?: string;
}

interface RawResponse {
  headers?: Record<string, { description?: string }>;
  content?: Record<string, { schema: Schema }>;
}

interface RawDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Schemas };
}

export interface Operation {
  id: string;
  method: Endpoint["method"];
  path: string;
  tag: string;
  call: string;
  kind: Endpoint["kind"];
  summary: string;
  description: string | null;
  scope: Endpoint["scope"];
  units: number;
  since: string | null;
  gates: readonly { name: Gate; refuses: readonly Failure[] }[];
  /** Only the operation itself refuses with these; gates refuse with the others. */
  refuses: readonly Failure[];
  burstGroup: "read" | "write";
  parameters: Readonly<Record<"path" | "query" | "header", readonly Member[]>>;
  body: OperationBody | null;
  response: OperationResponse;
  failures: readonly Failure[];
  /** The snippets show a call that was really made on the demo. */
  sample: { path: Readonly<Record<string, string>>; query: Readonly<Record<string, string>>; body: unknown };
}

interface OperationBody {
  name: string;
  isRequired: boolean;
  members: readonly Member[];
  rule: MemberRule | null;
}

interface OperationResponse {
  status: number;
  name: string;
  members: readonly Member[];
  itemName: string | null;
  headers: readonly { name: string; description: string }[];
  example: unknown;
}

export interface Failure {
  status: number;
  code: ErrorCode;
}

export interface Tag {
  name: string;
  description: string;
  operations: readonly Operation[];
}

export interface Reference {
  title: string;
  version: string;
  description: string;
  tags: readonly Tag[];
  operations: readonly Operation[];
}

let reference: Reference | undefined;

/** The registry never changes while a process runs. */
export function readReference(): Reference {
  reference ??= describeReference();
  return reference;
}

export function findOperation(id: string): Operation | null {
  return readReference().operations.find((operation) => operation.id === id) ?? null;
}

function describeReference(): Reference {
  const document = buildDocument(REGISTRY) as unknown as RawDocument;
  const { schemas } = document.components;
  const operations = REGISTRY.map((endpoint) => {
    const raw = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    if (!raw) throw new Error(`${endpoint.operationId} is not in the description`);
    return describeOperation(endpoint, raw, schemas);
  });
  const tags = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ tag }) => tag === name),
  }));
  return { ...document.info, tags: tags.filter((tag) => tag.operations.length > 0), operations };
}

function describeOperation(endpoint: Endpoint, raw: RawOperation, schemas: Schemas): Operation {
  const { operationId: id, method, path, kind, scope, units } = endpoint;
  const failures = [...listFailures(endpoint)].flatMap(([status, codes]) => codes.map((code) => ({ status, code })));
  const parameters = {
    path: listParameters(raw, "path", schemas),
    query: listParameters(raw, "query", schemas),
    header: listParameters(raw, "header", schemas),
  };
  const body = readBody(raw, schemas);
  const call = findRecordedCall(id);
  const needed = parameters.query.filter(({ isRequired, fallback }) => isRequired || fallback !== null);
  const refusedBy = (gate: Gate) => failures.filter(({ status, code }) => GATE_OF[code] === gate && !isSize(status));
  return {
    id,
    method,
    path,
    tag: raw.tags[0] ?? "",
    call: raw["x-svc-call"],
    kind,
    summary: raw.summary,
    description: raw.description?.replace(FACTS, "").trim() || null,
    scope,
    units,
    since: raw["x-svc-since"] ?? null,
    gates: GATES.filter((gate) => raw["x-svc-gates"].includes(gate)).map((name) => ({
      name,
      refuses: refusedBy(name),
    })),
    refuses: failures.filter(({ status, code }) => GATE_OF[code] === "operation" && !isSize(status)),
    burstGroup: raw["x-svc-burst-group"],
    parameters,
    body,
    response: { ...readResponse(endpoint.response.status, raw, schemas), example: call?.response },
    failures,
    sample: {
      path: call?.path ?? {},
      query: Object.fromEntries(needed.map(({ name, fallback, values }) => [name, fallback ?? values[0] ?? name])),
      body: call?.request ?? null,
    },
  };
}

/** The description repeats scope and units for tools that show nothing else. */
const FACTS = /^Scope `[^`]+`, \d+ units?\.(?: Access tokens of a person only\.)?/;

function isSize(status: number): boolean {
  return status === 413 || status === 414 || status === 431;
}

function listParameters({ parameters = [] }: RawOperation, place: string, schemas: Schemas): Member[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required = false, description, schema }) => {
      const described = { ...(description === undefined ? {} : { description }), ...schema };
      return describeMember(name, described, required, schemas);
    });
}

function readBody(raw: RawOperation, schemas: Schemas): OperationBody | null {
  const schema = raw.requestBody?.content["application/json"]?.schema;
  if (!schema) return null;
  return {
    name: nameOfRef(schema) ?? "object",
    isRequired: raw.requestBody?.required === true,
    members: listMembers(schema, schemas),
    rule: readRule(schema, schemas),
  };
}

function readResponse(
  status: number,
  { responses }: RawOperation,
  schemas: Schemas,
): Omit<OperationResponse, "example"> {
  const { headers = {}, content = {} } = responses[status] ?? {};
  const schema = content["application/json"]?.schema ?? {};
  const name = nameOfRef(schema) ?? "object";
  const { data, nextCursor } = schemas[name]?.properties ?? {};
  return {
    status,
    name,
    members: listMembers(schema, schemas),
    itemName: data?.items && nextCursor ? nameOfRef(data.items) : null,
    headers: Object.entries(headers).map(([header, { description = "" }]) => ({ name: header, description })),
  };
}
