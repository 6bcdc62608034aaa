import { type Operation, readSchema, resolve, type Schema } from "./description";
import type { Texts } from "./texts";

/** Deeper members are found in the description itself. */
const DEPTH_MAX = 4;

interface Member {
  /** `data[].id` */
  name: string;
  type: string;
  isRequired: boolean;
  notes: string;
}

export function listMembers(schema: Schema, t: Texts, prefix = "", depth = 1): Member[] {
  const { properties = {}, required = [], items } = resolve(schema);
  if (items) return listMembers(items, t, `${prefix}[]`, depth);
  return Object.entries(properties).flatMap(([key, member]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const nested = depth < DEPTH_MAX ? listMembers(unwrap(member), t, name, depth + 1) : [];
    return [{ name, type: nameType(member), isRequired: required.includes(key), notes: noteOf(member, t) }, ...nested];
  });
}

/** A member that may be null is read by its other form. */
function unwrap(schema: Schema): Schema {
  const { anyOf } = resolve(schema);
  return anyOf?.find((choice) => resolve(choice).type !== "null") ?? schema;
}

export function nameType(schema: Schema): string {
  const { type, enum: values, const: constant, anyOf, oneOf, items } = resolve(schema);
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``;
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  const choices = anyOf ?? oneOf;
  if (choices && type === undefined) return [...new Set(choices.map(nameType))].join(" or ");
  if (items) return `array of ${nameType(items)}`;
  return [type ?? "any"].flat().join(" or ");
}

export function noteOf(schema: Schema, t: Texts): string {
  const resolved = resolve(unwrap(schema));
  const { minLength, maxLength, minimum, maximum, format, pattern } = resolved;
  const description = resolve(schema).description ?? resolved.description;
  const notes = [
    description?.replaceAll("\n", " "),
    maxLength === undefined
      ? undefined
      : minLength === undefined
        ? t("operation.charactersMax", { max: maxLength })
        : t("operation.characters", { min: minLength, max: maxLength }),
    minimum === undefined || maximum === undefined ? undefined : t("operation.numbers", { min: minimum, max: maximum }),
    format === undefined ? undefined : t("operation.format", { format: `\`${format}\`` }),
    pattern === undefined ? undefined : `${t("operation.pattern")} \`${pattern}\``,
  ];
  return notes.filter((note) => note !== undefined).join("; ");
}

/** A body that the operation accepts: its own example, else the required members. */
function sampleOf(schema: Schema, name = ""): unknown {
  const resolved = resolve(unwrap(schema));
  const given = resolved.example ?? resolved.examples?.[0] ?? resolved.default ?? resolved.const ?? resolved.enum?.[0];
  if (given !== undefined) return given;
  if (resolved.items) return [sampleOf(resolved.items, name)];
  if (resolved.properties) return sampleObject(resolved);
  const type = [resolved.type ?? "string"].flat()[0];
  if (type === "integer" || type === "number") return resolved.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "object") return {};
  return sampleText(resolved, name);
}

function sampleObject({ properties = {}, required = [], oneOf, anyOf }: Schema): Record<string, unknown> {
  const chosen = [...required, ...((oneOf ?? anyOf)?.[0]?.required ?? [])];
  const entries = Object.entries(properties).filter(([key]) => chosen.includes(key));
  return Object.fromEntries(entries.map(([key, member]) => [key, sampleOf(member, key)]));
}

const TEXTS: Readonly<Record<string, string>> = {
  title: "Order the parts",
  body: "Hello from the API",
  content: "# Minutes",
  fileName: "minutes.txt",
  mimeType: "text/plain",
};

function sampleText({ format }: Schema, name: string): string {
  if (format === "date-time") return "2026-07-01T09:00:00Z";
  const [, kind] = /^(\w+)Id$/.exec(name) ?? [];
  return kind === undefined ? (TEXTS[name] ?? "text") : `$${variableOf(name)}`;
}

/** `roomId` → `SVC_ROOM_ID`: the reader's own value in the examples. */
function variableOf(parameter: string): string {
  return `SVC_${parameter.replaceAll(/(?=[A-Z])/g, "_").toUpperCase()}`;
}

export function writeCurl(method: string, path: string, operation: Operation): string {
  const isWrite = operation.requestBody !== undefined;
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${variableOf(name)}`);
  const schema = readSchema(operation.requestBody);
  const takesKey = operation.parameters?.some(({ name }) => name === "Idempotency-Key");
  const body = schema ? JSON.stringify(sampleOf(schema)) : "";
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$SVC_BASE_URL${url}"`,
    `-H "Authorization: Bearer $${isWrite ? "SVC_ACCESS_TOKEN" : "SVC_API_KEY"}"`,
    ...(takesKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(schema ? ['-H "Content-Type: application/json"', `-d ${quote(body)}`] : []),
  ];
  return lines.join(" \\\n  ");
}

/** In double quotes where a variable must be replaced. */
function quote(body: string): string {
  return body.includes("$") ? `"${body.replaceAll('"', '\\"')}"` : `'${body}'`;
}
