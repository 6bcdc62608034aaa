import { buildDocument } from "../surface/openapi";
import { REGISTRY } from "../surface/registry";

/** The parts of the OpenAPI description that pages are written from. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface Operation extends Content {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content & { description: string }>;
  "x-svc-scope": string;
  "x-svc-units": number;
  "x-svc-since"?: string;
}

export interface Description {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let description: Description | undefined;

export function readDescription(): Description {
  description ??= JSON.parse(JSON.stringify(buildDocument(REGISTRY))) as Description;
  return description;
}

export function readSchema(part: Content | undefined): Schema | undefined {
  return Object.values(part?.content ?? {})[0]?.schema;
}

export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  const found = name === undefined ? undefined : readDescription().components.schemas[name];
  return found ? { ...resolve(found), ...(schema.description ? { description: schema.description } : {}) } : schema;
}
