import { readFileSync } from "node:fs";
import {
  type Description,
  describeMember,
  listSchemas,
  type Operation,
  readErrorMeanings,
  refName,
  type Schema,
} from "./description";
import { buildTree, type ResourceNode } from "./resources";

const NOTICE = "// Generated from public/openapi.json by `npm run sdk`. Do not edit.\n";

/** Requests name the values that the service takes; responses may bring values that are newer than the client. */
type Direction = "sent" | "received";

/** The generated files of packages/sdk, by their names. */
export function writeTypeScript(description: Description): Record<string, string> {
  return {
    "types.ts": NOTICE + writeTypes(description),
    "errors.ts": NOTICE + writeErrors(description),
    "webhooks.ts": NOTICE + writeWebhooks(description),
    "resources.ts": NOTICE + writeResources(description),
    "version.ts": writeVersion(),
  };
}

function writeTypes(description: Description): string {
  const { sent, received } = listSchemas(description);
  const declarations = [
    ...[...sent].sort().map((name) => writeDeclaration(description, name, "sent")),
    ...[...received].sort().map((name) => writeDeclaration(description, name, "received")),
    ...description.operations.filter(({ query }) => query.length > 0).map(writeQuery),
  ];
  return declarations.join("\n");
}

function writeDeclaration({ schemas }: Description, name: string, direction: Direction): string {
  const schema = schemas[name] ?? {};
  const alternatives = (schema.oneOf ?? []).filter(({ required }) => required);
  const type = writeType(schema, direction);
  if (alternatives.length === 0) return `${writeComment(schema)}export type ${name} = ${type};\n`;
  // One of several members: the others must not be there.
  const names = alternatives.flatMap(({ required = [] }) => required);
  const branches = names.map((given) =>
    names.map((other) => `${other}${other === given ? ": string" : "?: never"}`).join("; "),
  );
  const omitted = names.map((given) => JSON.stringify(given)).join(" | ");
  return `${writeComment(schema)}export type ${name} = Omit<${type}, ${omitted}> & (${branches.map((branch) => `{ ${branch} }`).join(" | ")});\n`;
}

function writeType(schema: Schema, direction: Direction): string {
  if (schema.$ref) return refName(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const known = schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    return direction === "received" ? `${known} | (string & Record<never, never>)` : known;
  }
  const options = schema.type ? undefined : (schema.anyOf ?? schema.oneOf);
  if (options) return options.map((option) => writeType(option, direction)).join(" | ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => writeType({ ...schema, type }, direction)).join(" | ");
  }
  return writePlainType(schema, direction);
}

function writePlainType(schema: Schema, direction: Direction): string {
  if (schema.type === "array") return `Array<${writeType(schema.items ?? {}, direction)}>`;
  if (schema.type === "object") return writeObject(schema, direction);
  const plain: Record<string, string> = {
    integer: "number",
    number: "number",
    string: "string",
    boolean: "boolean",
    null: "null",
  };
  const type = typeof schema.type === "string" ? plain[schema.type] : undefined;
  if (!type) throw new Error(`The generator does not know the schema ${JSON.stringify(schema)}`);
  return type;
}

function writeObject({ properties, required = [], additionalProperties }: Schema, direction: Direction): string {
  if (!properties && typeof additionalProperties === "object") {
    return `Record<string, ${writeType(additionalProperties, direction)}>`;
  }
  const members = Object.entries(properties ?? {}).map(
    ([name, schema]) =>
      `${writeComment(schema)}${name}${required.includes(name) ? "" : "?"}: ${writeType(schema, direction)};`,
  );
  return members.length === 0 ? "Record<never, never>" : `{ ${members.join("\n")} }`;
}

function writeQuery({ id, query }: Operation): string {
  const members = query.map(
    ({ name, isRequired, schema }) =>
      `${writeComment(schema)}${name}${isRequired ? "" : "?"}: ${writeType(schema, "sent")};`,
  );
  return `export interface ${capitalize(id)}Query { ${members.join("\n")} }\n`;
}

function writeErrors({ schemas, operations }: Description): string {
  const details = listErrorDetails(schemas);
  const codes = [...new Set(operations.flatMap(({ errors }) => errors))].sort();
  const named = [...new Set([...details.values()].flatMap((names) => [...names]))].sort();
  const declare = (name: string) =>
    `${writeComment(schemas[name] ?? {})}export type ${name} = ${writeType(schemas[name] ?? {}, "received")};`;
  const meanings = readErrorMeanings(schemas);
  const typeOf = (code: string) => [...(details.get(code) ?? ["undefined"])].join(" | ");
  return [
    ...[...named, ...listRefsOf(schemas, named)].map(declare),
    "/** The details of a response with each code. */",
    `export interface ErrorDetails { ${codes.map((code) => `/** ${meanings.get(code)} */\n${code}: ${typeOf(code)};`).join("\n")} }`,
    "export type ErrorCode = keyof ErrorDetails;",
  ].join("\n");
}

/** A schema lists the details of its codes in the codes' order. */
export function listErrorDetails(schemas: Record<string, Schema>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const schema of Object.values(schemas)) {
    const { code, details } = schema.properties?.["error"]?.properties ?? {};
    const options = details?.anyOf ?? (details ? [details] : []);
    for (const [index, option] of options.entries()) {
      const name = String(code?.enum?.[index]);
      found.set(name, (found.get(name) ?? new Set()).add(refName(option)));
    }
  }
  return found;
}

export function listRefsOf(schemas: Record<string, Schema>, names: readonly string[]): string[] {
  const refs = names.flatMap((name) => [...JSON.stringify(schemas[name]).matchAll(/schemas\/(\w+)"/g)]);
  return [...new Set(refs.map(([, name = ""]) => name))].filter((name) => !names.includes(name));
}

function writeWebhooks(description: Description): string {
  const { events, schemas } = description;
  const { delivered } = listSchemas(description);
  const union = (names: string[]) => names.join(" | ");
  return [
    ...[...delivered]
      .sort()
      .map(
        (name) =>
          `${writeComment(schemas[name] ?? {})}export type ${name} = ${writeType(schemas[name] ?? {}, "received")};`,
      ),
    `export type WebhookEventV2 = ${union(events.map(({ v2 }) => v2))};`,
    `export type WebhookEventV1 = ${union(events.flatMap(({ v1 }) => v1 ?? []))};`,
    "export type WebhookEvent = WebhookEventV2 | WebhookEventV1;",
    `export type EventType = ${union(events.map(({ type }) => JSON.stringify(type)))};`,
    VERSION_GUARDS,
  ].join("\n");
}

const VERSION_GUARDS = `
/** Tells the two bodies apart: only v2 names its version. */
export function isV2(event: WebhookEvent): event is WebhookEventV2 {
  return "apiVersion" in event;
}

export function isV1(event: WebhookEvent): event is WebhookEventV1 {
  return !isV2(event);
}
`;

/** Sent as the user agent. */
function writeVersion(): string {
  const { version } = JSON.parse(readFileSync("packages/sdk/package.json", "utf8")) as { version: string };
  return `// Generated from package.json by \`npm run sdk\`. Do not edit.\nexport const VERSION = ${JSON.stringify(version)};\n`;
}

function writeResources(description: Description): string {
  const root = buildTree(description.operations);
  const names = new Set<string>();
  const classes = [...root.children.values()].map((node) => writeClass(node, names));
  const children = [...root.children.values()];
  const fields = children.map((node) => `readonly ${node.name}: ${node.className};`);
  const made = children.map((node) => `this.${node.name} = new ${node.className}(transport);`);
  const imports = [...names].sort().join(", ");
  return [
    'import type { PagePromise } from "../page.js";',
    'import type { ResponsePromise } from "../response-promise.js";',
    'import type { RequestOptions, Transport, WriteOptions } from "../transport.js";',
    `import type { ${imports} } from "./types.js";`,
    ...classes,
    "/** The operations of the API. */",
    `export class Resources { ${fields.join("\n")}\n\nconstructor(transport: Transport) { ${made.join("\n")} } }`,
  ].join("\n");
}

function writeClass(node: ResourceNode, names: Set<string>): string {
  const children = [...node.children.values()];
  const inner = children.map((child) => writeClass(child, names));
  const fields = children.map((child) => `readonly ${child.name}: ${child.className};`);
  const made = children.map((child) => `this.${child.name} = new ${child.className}(transport);`);
  if (node.operations.length > 0) {
    fields.unshift("readonly #transport: Transport;");
    made.unshift("this.#transport = transport;");
  }
  return [
    ...inner,
    `export class ${node.className} { ${fields.join("\n")}\n`,
    `constructor(transport: Transport) { ${made.join("\n")} }`,
    ...node.operations.map((operation) => writeMethod(operation, names)),
    "}",
  ].join("\n");
}

function writeMethod(operation: Operation, names: Set<string>): string {
  const { method, path, pathParameters, query, body, result, takesIdempotencyKey } = operation;
  names.add(result.name);
  if (body) names.add(body.name);
  const queryType = `${capitalize(operation.id)}Query`;
  if (query.length > 0) names.add(queryType);
  const isQueryOptional = query.every(({ isRequired }) => !isRequired);
  const parameters = [
    ...pathParameters.map((name) => `${name}: string`),
    ...(body ? [`body: ${body.name}${body.isRequired ? "" : " = {}"}`] : []),
    ...(query.length > 0 ? [`query: ${queryType}${isQueryOptional ? " = {}" : ""}`] : []),
    `options?: ${takesIdempotencyKey ? "WriteOptions" : "RequestOptions"}`,
  ];
  const members = [
    `method: ${JSON.stringify(method)}`,
    `path: ${JSON.stringify(path)}`,
    ...(pathParameters.length > 0 ? [`pathParameters: { ${pathParameters.join(", ")} }`] : []),
    ...(query.length > 0 ? ["query"] : []),
    ...(body ? ["body"] : []),
    ...(takesIdempotencyKey ? ["takesIdempotencyKey: true"] : []),
  ];
  const [send, promise] = result.isPage ? ["list", "PagePromise"] : ["send", "ResponsePromise"];
  return `
/** ${writeDoc(operation)} */
${operation.verb}(${parameters.join(", ")}): ${promise}<${result.name}> {
  return this.#transport.${send}({ ${members.join(", ")} }, options);
}`;
}

export function writeDoc({ summary, method, path, scope, units, since }: Operation): string {
  const cost = `${units} ${units === 1 ? "unit" : "units"}`;
  return `${summary}. \`${method} ${path}\`, scope \`${scope}\`, ${cost}${since ? `, since ${since}` : ""}.`;
}

function writeComment(schema: Schema): string {
  const lines = describeMember(schema);
  if (lines.length < 2) return lines.map((line) => `/** ${line} */\n`).join("");
  return `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
