import { type CallValues, type Language, nameCredential, quoteWord, writeCurl } from "./call-request";
import type { Operation } from "./operations";

export function writeSnippets(operation: Operation, values: CallValues, baseUrl: string): Record<Language, string> {
  return {
    curl: writeCurl(operation, values, baseUrl),
    typescript: writeTypeScript(operation, values, baseUrl),
    python: writePython(operation, values, baseUrl),
    cli: writeCli(operation, values, baseUrl),
  };
}

function writeTypeScript(operation: Operation, values: CallValues, baseUrl: string): string {
  const credential = operation.kind === "write" ? "accessToken" : "apiKey";
  const query = Object.entries(values.query).map(([name, value]) => [name, readQueryValue(operation, name, value)]);
  const given = [
    ...Object.values(values.path),
    ...(values.body === null ? [] : [values.body]),
    ...(query.length > 0 ? [Object.fromEntries(query) as unknown] : []),
  ];
  const texts = given.map((value) => writeLiteral(value, TYPESCRIPT));
  const call = writeCall(`svc.${operation.call}`, texts, "  ");
  return [
    'import { Svc } from "@svc/sdk";',
    "",
    "const svc = new Svc({",
    `  baseUrl: ${JSON.stringify(baseUrl)},`,
    `  ${credential}: process.env.${nameCredential(operation)} ?? "",`,
    "});",
    "",
    ...(operation.response.itemName === null
      ? [`const result = await ${call};`, "console.log(result);"]
      : [`for await (const item of ${call}) {`, "  console.log(item);", "}"]),
  ].join("\n");
}

function writePython(operation: Operation, values: CallValues, baseUrl: string): string {
  const credential = operation.kind === "write" ? "access_token" : "api_key";
  const query = Object.entries(values.query).map(
    ([name, value]) => `${toSnakeCase(name)}=${writeLiteral(readQueryValue(operation, name, value), PYTHON)}`,
  );
  const given = [
    ...Object.values(values.path).map((value) => writeLiteral(value, PYTHON)),
    ...(values.body === null ? [] : [writeLiteral(values.body, PYTHON)]),
    ...query,
  ];
  const call = writeCall(`client.${toSnakeCase(operation.call)}`, given, "    ");
  return [
    "import os",
    "",
    "from svc import Svc",
    "",
    "client = Svc(",
    `    base_url=${JSON.stringify(baseUrl)},`,
    `    ${credential}=os.environ["${nameCredential(operation)}"],`,
    ")",
    "",
    ...(operation.response.itemName === null
      ? [`result = ${call}`, "print(result)"]
      : [`for item in ${call}:`, "    print(item)"]),
  ].join("\n");
}

/**
 * Commands are named as in packages/generate. `svc` reads any bearer from SVC_API_KEY and needs none when signed in. It
 * follows pages by itself, so it has no cursor.
 */
function writeCli(operation: Operation, values: CallValues, baseUrl: string): string {
  const names = operation.call.split(".");
  const [resource = "", verb = ""] = names.slice(-2);
  const ids = Object.entries(values.path);
  const ownId = ids.length === names.length - 1 ? ids.at(-1) : undefined;
  const credential = nameCredential(operation);
  const parts = [
    `${credential === "SVC_API_KEY" ? "" : `SVC_API_KEY="$${credential}" `}svc ${[toKebab(resource), toKebab(verb), ...(ownId ? [quoteWord(ownId[1])] : [])].join(" ")}`,
    ...ids.filter((id) => id !== ownId).map(([name, value]) => writeFlag(name.replace(/Id$/, ""), value)),
    ...Object.entries(values.query)
      .filter(([name, value]) => name !== "cursor" && value !== "")
      .map(([name, value]) => writeFlag(name, value)),
    ...writeCliBody(values.body),
    `--url ${quoteWord(baseUrl)}`,
  ];
  const line = parts.join(" ");
  return line.length <= LINE_MAX_LENGTH ? line : parts.join(" \\\n  ");
}

function writeCliBody(body: unknown): string[] {
  if (typeof body !== "object" || body === null) return [];
  const members = Object.entries(body);
  const isPlain = members.every(
    ([, value]) => typeof value === "string" || typeof value === "number" || value === null,
  );
  if (isPlain) return members.map(([name, value]) => writeFlag(name, String(value)));
  return [`--data ${quoteWord(JSON.stringify(body))}`];
}

const writeFlag = (name: string, value: string): string => `--${toKebab(name)} ${quoteWord(value)}`;

const LINE_MAX_LENGTH = 72;

function writeCall(name: string, given: readonly string[], indent: string): string {
  const line = `${name}(${given.join(", ")})`;
  if (line.length <= LINE_MAX_LENGTH || given.length === 0) return line;
  return [`${name}(`, ...given.map((value) => `${indent}${value},`), ")"].join("\n");
}

/** URLs hold texts, but the clients take numbers and booleans. */
function readQueryValue({ parameters }: Operation, name: string, value: string): unknown {
  const type = parameters.query.find((member) => member.name === name)?.type;
  if (type === "integer" || type === "number") return Number(value);
  return type === "boolean" ? value === "true" : value;
}

function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface Syntax {
  null: string;
  boolean: (value: boolean) => string;
  member: (name: string, value: string) => string;
  object: (members: string) => string;
}

const TYPESCRIPT: Syntax = {
  null: "null",
  boolean: String,
  member: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${value}`,
  object: (members) => `{ ${members} }`,
};

const PYTHON: Syntax = {
  null: "None",
  boolean: (value) => (value ? "True" : "False"),
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  object: (members) => `{${members}}`,
};

function writeLiteral(value: unknown, syntax: Syntax): string {
  if (value === null || value === undefined) return syntax.null;
  if (typeof value === "boolean") return syntax.boolean(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeLiteral(item, syntax)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => syntax.member(name, writeLiteral(member, syntax)));
  return members.length === 0 ? "{}" : syntax.object(members.join(", "));
}
