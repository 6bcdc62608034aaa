import type { Member, ResourceCommand } from "../cli/src/resource-command";
import type { Description, Operation, Schema } from "./description";

const COLUMNS_MAX = 6;
/** Options of every command. */
const RESERVED = ["format", "profile", "url", "api-key", "organization", "quiet", "help", "data", "limit", "all"];
/** The runtime pages by itself. */
const PAGING = ["limit", "cursor"];

const NOTICE = "// Generated from public/openapi.json by `npm run sdk`. Do not edit.\n";

/** The generated file of packages/cli. */
export function writeCommandLine(description: Description): Record<string, string> {
  const commands = description.operations.map((operation) => describeCommand(description, operation));
  const text = `${NOTICE}import type { ResourceCommand } from "../resource-command";

export const RESOURCE_COMMANDS: readonly ResourceCommand[] = ${JSON.stringify(commands)};
`;
  return { "commands.ts": text };
}

function describeCommand({ schemas }: Description, operation: Operation): ResourceCommand {
  const { resource, verb, summary, method, path, pathParameters, isPage, takesIdempotencyKey } = {
    ...operation,
    ...operation.result,
  };
  const hasOwnId = resource.length === pathParameters.length;
  const parents = hasOwnId ? pathParameters.slice(0, -1) : pathParameters;
  return {
    group: toKebab(resource.at(-1) ?? ""),
    verb: toKebab(verb),
    summary: summary.charAt(0).toLowerCase() + summary.slice(1),
    note: `Scope ${operation.scope}, ${operation.units} ${operation.units === 1 ? "unit" : "units"}. ${method} ${path}`,
    method,
    path,
    parents: parents.map((name) => ({ flag: toKebab(name.replace(/Id$/, "")), name })),
    own: hasOwnId ? (pathParameters.at(-1) ?? null) : null,
    query: operation.query
      .filter(({ name }) => !PAGING.includes(name))
      .map(({ name, isRequired, schema }) => describeOption(name, schema, isRequired)),
    body: listBody(schemas, operation),
    isPage,
    takesIdempotencyKey,
    columns: listColumns(schemas[operation.result.name] ?? {}, pathParameters),
  };
}

function listBody(schemas: Record<string, Schema>, { body }: Operation): Member[] {
  const schema = body ? schemas[body.name] : undefined;
  return Object.entries(schema?.properties ?? {}).map(([name, member]) =>
    describeOption(name, member, schema?.required?.includes(name) ?? false),
  );
}

function describeOption(name: string, schema: Schema, isRequired: boolean): Member {
  const [known = schema] = (schema.anyOf ?? [schema]).filter(({ type }) => type !== "null");
  const kind = [known.type].flat()[0];
  if (kind !== "string" && kind !== "integer") throw new Error(`${name} has a type that no option can hold`);
  const flag = toKebab(name);
  if (RESERVED.includes(flag)) throw new Error(`--${flag} is an option of every command already`);
  return {
    flag,
    name,
    type: kind === "integer" ? "integer" : "text",
    help: schema.description ?? (known.format === "date-time" ? "a time such as 2026-06-09T12:00:00Z" : ""),
    choices: (known.enum ?? []).map(String),
    isRequired,
    isNullable: (schema.anyOf ?? []).some(({ type }) => type === "null"),
  };
}

/** Scalars, without ids that the command was given. */
function listColumns({ properties = {} }: Schema, given: readonly string[]): string[] {
  const names = Object.entries(properties).filter(([name, schema]) => isScalar(schema) && !given.includes(name));
  return names.map(([name]) => name).slice(0, COLUMNS_MAX);
}

function isScalar(schema: Schema): boolean {
  if (schema.$ref !== undefined) return false;
  const options = schema.anyOf ?? [schema];
  return options.every(({ type }) =>
    [type].flat().every((one) => one !== undefined && one !== "object" && one !== "array"),
  );
}

function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
