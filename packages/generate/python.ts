import { type Description, listSchemas, type Operation, readErrorMeanings } from "./description";
import {
  capitalize,
  checkName,
  type Direction,
  listDeclared,
  writeDeclaration,
  writeDocString,
  writeParameterType,
} from "./python-types";
import { buildTree, type ResourceNode } from "./resources";
import { listErrorDetails, listRefsOf, writeDoc } from "./typescript";

const NOTICE = "# Generated from public/openapi.json by `npm run sdk`. Do not edit.\n";
const FUTURE = "from __future__ import annotations\n";

/** The generated files of packages/sdk-python, by their names. */
export function writePython(description: Description): Record<string, string> {
  return {
    "__init__.py": NOTICE,
    "types.py": writeTypes(description),
    "events.py": writeEvents(description),
    "details.py": writeDetails(description),
    "errors.py": writeErrors(description),
    "resources.py": writeResources(description, ""),
    "async_resources.py": writeResources(description, "Async"),
  };
}

function writeTypes(description: Description): string {
  const { sent, received } = listSchemas(description);
  const onlyReceived = [...received].filter((name) => !sent.has(name));
  return writeModule([
    ...declareAll(description, [...sent].sort(), "sent"),
    ...declareAll(description, onlyReceived.sort(), "received"),
  ]);
}

function writeEvents(description: Description): string {
  const { events } = description;
  const { delivered } = listSchemas(description);
  const union = (names: string[]) => `Union[\n${names.map((name) => `    "${name}",\n`).join("")}]`;
  return writeModule([
    ...declareAll(description, [...delivered].sort(), "received"),
    `WebhookEventV2 = ${union(events.map(({ v2 }) => v2))}\n`,
    `WebhookEventV1 = ${union(events.flatMap(({ v1 }) => v1 ?? []))}\n`,
    "WebhookEvent = Union[WebhookEventV2, WebhookEventV1]\n",
    `EventType = Literal[\n${events.map(({ type }) => `    ${JSON.stringify(type)},\n`).join("")}]\n`,
  ]);
}

function writeDetails(description: Description): string {
  const { schemas } = description;
  const named = listDetailNames(description);
  const names = [...named, ...listRefsOf(schemas, named)];
  return writeModule([
    ...declareAll(description, names, "received"),
    `ErrorDetails = Union[${named.map((name) => `"${name}"`).join(", ")}]\n`,
  ]);
}

function listDetailNames({ schemas }: Description): string[] {
  return [...new Set([...listErrorDetails(schemas).values()].flatMap((names) => [...names]))].sort();
}

function declareAll({ schemas }: Description, names: readonly string[], direction: Direction): string[] {
  return names.map((name) => writeDeclaration(name, schemas[name] ?? {}, direction));
}

function writeModule(declarations: string[]): string {
  const text = declarations.join("\n\n");
  const imports = ["Literal", "TypedDict", "Union"].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const exported = listDeclared(text).map((name) => `    "${name}",\n`);
  return `${NOTICE}${FUTURE}
from typing import ${imports.join(", ")}

__all__ = [
${exported.join("")}]


${text}`;
}

function writeErrors(description: Description): string {
  const details = listErrorDetails(description.schemas);
  const codes = [...new Set(description.operations.flatMap(({ errors }) => errors))].sort();
  const names = new Map(codes.map((code) => [code, nameError(code)]));
  const meanings = readErrorMeanings(description.schemas);
  const classes = codes.map((code) =>
    writeError(names.get(code) ?? "", `\`${code}\`: ${meanings.get(code)}`, [...(details.get(code) ?? [])]),
  );
  const exported = ["ErrorCode", "ERRORS", ...names.values()].map((name) => `    "${name}",\n`);
  return `${NOTICE}${FUTURE}
from typing import Literal, cast

from ..errors import SvcApiError
from .details import ${listDetailNames(description).join(", ")}

__all__ = [
${exported.join("")}]

ErrorCode = Literal[
${codes.map((code) => `    "${code}",\n`).join("")}]


${classes.join("\n\n")}

ERRORS: dict[str, type[SvcApiError]] = {
${codes.map((code) => `    "${code}": ${names.get(code)},\n`).join("")}}
`;
}

function writeError(name: string, text: string, details: string[]): string {
  const head = `class ${name}(SvcApiError):\n${writeDocString(text, "    ")}`;
  if (details.length === 0) return head;
  const type = [...details, "None"].join(" | ");
  return `${head}
    @property
    def details(self) -> ${type}:
        return cast("${type}", self._failure.details)
`;
}

/** `version_conflict` is `VersionConflictError`. */
function nameError(code: string): string {
  const words = code.split("_").map(capitalize).join("");
  return words.endsWith("Error") ? words : `${words}Error`;
}

type Prefix = "" | "Async";

function writeResources(description: Description, prefix: Prefix): string {
  const root = buildTree(description.operations);
  const children = [...root.children.values()];
  const names = new Set<string>();
  const classes = children.flatMap((node) => writeResource(node, prefix, names));
  const page = prefix === "" ? "Page" : "AsyncPages";
  const transport = prefix === "" ? "transport" : "async_transport";
  const text = classes.join("\n\n");
  return `${NOTICE}${FUTURE}
from typing import ${text.includes("Literal[") ? "Literal, " : ""}Mapping

from ..call import Operation, RequestOptions
from ..pages import ${page}
from ..${transport} import ${prefix}Transport
from .types import (
${[...names]
  .sort()
  .map((name) => `    ${name},\n`)
  .join("")})


${text}

class ${prefix}Resources:
    """The operations of the API."""

    def __init__(self, transport: ${prefix}Transport) -> None:
${writeChildren(children, prefix)}`;
}

function writeChildren(children: ResourceNode[], prefix: Prefix): string {
  return children
    .map(({ name, className }) => `        self.${writeSnake(name)} = ${prefix}${className}(transport)\n`)
    .join("");
}

function writeResource(node: ResourceNode, prefix: Prefix, names: Set<string>): string[] {
  const children = [...node.children.values()];
  const methods = node.operations.map((operation) => writeMethod(operation, prefix, names));
  const own = methods.length > 0 ? "        self._transport = transport\n" : "";
  const text = `class ${prefix}${node.className}:
    def __init__(self, transport: ${prefix}Transport) -> None:
${own}${writeChildren(children, prefix)}${methods.map((method) => `\n${method}`).join("")}`;
  return [...children.flatMap((child) => writeResource(child, prefix, names)), text];
}

const OPTIONS = [
  ["timeout", "float"],
  ["max_retries", "int"],
  ["request_id", "str"],
  ["headers", "Mapping[str, str]"],
] as const;
const KEY_OPTION = ["idempotency_key", "str"] as const;

function writeMethod(operation: Operation, prefix: Prefix, names: Set<string>): string {
  const { pathParameters, query, body, result, takesIdempotencyKey } = operation;
  names.add(result.name);
  if (body) names.add(body.name);
  const options = takesIdempotencyKey ? [...OPTIONS, KEY_OPTION] : OPTIONS;
  const clash = query.find(({ name }) => options.some(([option]) => option === writeSnake(name)));
  if (clash) throw new Error(`The query parameter ${clash.name} of ${operation.id} has the name of an option`);
  const parameters = [
    "self",
    ...pathParameters.map((name) => `${writeSnake(name)}: str`),
    ...(body ? [`body: ${body.name}${body.isRequired ? "" : " | None = None"}`] : []),
    "*",
    ...query
      .filter(({ isRequired }) => isRequired)
      .map(({ name, schema }) => `${writeSnake(name)}: ${writeParameterType(schema)}`),
    ...query
      .filter(({ isRequired }) => !isRequired)
      .map(({ name, schema }) => `${writeSnake(name)}: ${writeParameterType(schema)} | None = None`),
    ...options.map(([name, type]) => `${name}: ${type} | None = None`),
  ];
  const page = prefix === "" ? "Page" : "AsyncPages";
  const type = result.isPage ? `${page}[${result.name}]` : result.name;
  // A list is read when it is awaited or walked.
  const [define, wait] = prefix === "" || result.isPage ? ["def", ""] : ["async def", "await "];
  const send = result.isPage ? "list" : "send";
  return `    ${define} ${checkName(writeSnake(operation.verb))}(
${parameters.map((parameter) => `        ${parameter},\n`).join("")}    ) -> ${type}:
${writeDocString(writeDoc(operation), "        ")}        operation = Operation(
${writeOperation(operation)}        )
        options = RequestOptions(${options.map(([name]) => name).join(", ")})
        return ${wait}self._transport.${send}(operation, ${result.name}, options)
`;
}

function writeOperation({ method, path, pathParameters, query, body, takesIdempotencyKey }: Operation): string {
  const pairs = (entries: string[]) => entries.map((name) => `"${name}": ${writeSnake(name)}`).join(", ");
  const members = [
    JSON.stringify(method),
    JSON.stringify(path),
    ...(pathParameters.length > 0 ? [`{${pairs(pathParameters)}}`] : []),
    ...(query.length > 0 ? [`query={${pairs(query.map(({ name }) => name))}}`] : []),
    ...(body ? [`body=body${body.isRequired ? "" : " or {}"}`] : []),
    ...(takesIdempotencyKey ? ["takes_idempotency_key=True"] : []),
  ];
  return members.map((member) => `            ${member},\n`).join("");
}

function writeSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
