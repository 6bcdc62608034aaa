import type { Endpoint } from "../api/endpoint";
import type { Locale } from "../i18n/locale";
import { listFailures } from "../surface/error-responses";
import { REGISTRY } from "../surface/registry";
import { type Operation, readDescription, readSchema, resolve, type Schema } from "./description";
import { ERRORS_PATH } from "./error-pages";
import { listMembers, nameType, noteOf, writeCurl } from "./members";
import { type DocPage, writeFence, writeTable } from "./page";
import { readTexts, type Texts } from "./texts";

export const REFERENCE_PATH = "/docs/reference";

const CALLERS = { read: "operation.caller", write: "operation.writer", action: "operation.actor" } as const;

/** The endpoints of a tag, in the order of the description. */
export function listTags(): { tag: string; endpoints: Endpoint[] }[] {
  return readDescription()
    .tags.map(({ name }) => ({
      tag: name,
      endpoints: REGISTRY.filter((endpoint) => findOperation(endpoint).tags.includes(name)),
    }))
    .filter(({ endpoints }) => endpoints.length > 0);
}

function findOperation({ path, method, operationId }: Endpoint): Operation {
  const operation = readDescription().paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The description lacks ${operationId}`);
  return operation;
}

/** The operation as a Markdown file. The screen of an operation is drawn by the reference itself. */
export function writeOperationPage(endpoint: Endpoint, locale: Locale): DocPage {
  const t = readTexts(locale);
  const { method, path, scope, units, operationId, summary, response } = endpoint;
  const operation = findOperation(endpoint);
  const body = readSchema(operation.requestBody);
  const answer = readSchema(operation.responses[response.status]);
  const parts = [
    t(CALLERS[endpoint.kind]),
    ...writeParameters(operation, t),
    ...(body ? [`## ${t("operation.body")}`, ...writeRules(body, t), writeMembers(body, t)] : []),
    ...(answer ? [`## ${t("operation.response")}`, `\`${response.status}\``, writeMembers(answer, t)] : []),
    `## ${t("operation.errors")}`,
    writeFailures(endpoint, t),
    `## ${t("operation.example")}`,
    writeFence("bash", writeCurl(method, path, operation)),
  ];
  return {
    path: `${REFERENCE_PATH}/${operationId}`,
    kind: "operation",
    title: operationId,
    description: `${summary}. ${t("operation.description", { method, path, scope, units })}`,
    body: parts.join("\n\n"),
    language: locale,
  };
}

function writeParameters({ parameters = [] }: Operation, t: Texts): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, in: place, required = false, schema }) => [
    `\`${name}\``,
    place,
    nameType(schema),
    t(required ? "operation.yes" : "operation.no"),
    noteOf(schema, t),
  ]);
  const head = ["name", "in", "type", "required", "notes"] as const;
  return [
    `## ${t("operation.parameters")}`,
    writeTable(
      head.map((name) => t(`operation.${name}`)),
      rows,
    ),
  ];
}

function writeRules(schema: Schema, t: Texts): string[] {
  const { oneOf, anyOf } = resolve(schema);
  const choices = (oneOf ?? anyOf)?.map(({ required = [] }) => required.map((name) => `\`${name}\``).join(" + "));
  if (!choices) return [];
  return [t(oneOf ? "operation.oneOf" : "operation.anyOf", { choices: choices.join(", ") })];
}

function writeMembers(schema: Schema, t: Texts): string {
  const rows = listMembers(schema, t).map(({ name, type, isRequired, notes }) => [
    `\`${name}\``,
    type,
    t(isRequired ? "operation.yes" : "operation.no"),
    notes,
  ]);
  const head = ["name", "type", "required", "notes"] as const;
  return writeTable(
    head.map((name) => t(`operation.${name}`)),
    rows,
  );
}

function writeFailures(endpoint: Endpoint, t: Texts): string {
  const rows = [...listFailures(endpoint)].map(([status, codes]) => [
    String(status),
    codes.map((code) => `[\`${code}\`](${ERRORS_PATH}/${code})`).join(", "),
  ]);
  return writeTable([t("operation.status"), t("operation.codes")], rows);
}
