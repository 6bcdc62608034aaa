import { pathOfError } from "../api/error-path";
import type { Locale } from "../i18n/locale";
import { env } from "../platform/env";
import { type MemberRow, writeMemberRows } from "./member-rows";
import { type DocPage, writeFence, writeTable } from "./page";
import { writeCurl } from "./surface/call-request";
import type { Failure, Operation } from "./surface/operations";
import type { Member } from "./surface/schema";
import { readReferenceTexts, readTexts, type Texts } from "./texts";

export const REFERENCE_PATH = "/docs/reference";

const CALLERS = { read: "operation.caller", write: "operation.writer", action: "operation.actor" } as const;

export function writeOperationPage(operation: Operation, locale: Locale): DocPage {
  const t = readTexts(locale);
  const texts = readReferenceTexts(locale);
  const { id, kind, method, path, scope, units, summary, parameters, body, response, sample } = operation;
  const parts = [
    t(CALLERS[kind]),
    ...(["path", "query", "header"] as const).flatMap((place) =>
      writeMembers(texts(`operation.parameters.${place}`), parameters[place], locale),
    ),
    ...(body ? writeBody(body, locale) : []),
    ...writeMembers(texts("operation.response", { status: `\`${response.status}\`` }), response.members, locale),
    `## ${texts("errors.title")}`,
    writeFailures(operation.failures, t),
    `## ${t("operation.example")}`,
    writeFence("bash", writeCurl(operation, sample, env().SVC_BASE_URL)),
    writeFence("json", JSON.stringify(response.example, null, 2)),
  ];
  return {
    path: `${REFERENCE_PATH}/${id}`,
    kind: "operation",
    title: id,
    description: `${summary}. ${t("operation.description", { method, path, scope, units })}`,
    body: parts.join("\n\n"),
    language: locale,
  };
}

function writeBody({ members, rule }: NonNullable<Operation["body"]>, locale: Locale): string[] {
  const texts = readReferenceTexts(locale);
  const title = texts("operation.body");
  if (members.length === 0) return [`## ${title}`, texts("operation.emptyBody")];
  const names = rule?.names.map((name) => `\`${name}\``).join(", ");
  const [heading = "", table = ""] = writeMembers(title, members, locale);
  return [heading, ...(rule ? [`${texts(`operation.rules.${rule.kind}`)} ${names}`] : []), table];
}

function writeMembers(title: string, members: readonly Member[], locale: Locale): string[] {
  if (members.length === 0) return [];
  const texts = readReferenceTexts(locale);
  const head = ["name", "type", "required", "notes"] as const;
  const cells = ({ name, type, isRequired, notes }: MemberRow) => [
    `\`${name}\``,
    type,
    texts(isRequired ? "members.table.yes" : "members.table.no"),
    notes,
  ];
  return [
    `## ${title}`,
    writeTable(
      head.map((name) => texts(`members.table.${name}`)),
      writeMemberRows(members, locale).map(cells),
    ),
  ];
}

function writeFailures(failures: readonly Failure[], t: Texts): string {
  const statuses = [...new Set(failures.map(({ status }) => status))];
  const rows = statuses.map((status) => [
    String(status),
    failures
      .filter((failure) => failure.status === status)
      .map(({ code }) => `[\`${code}\`](${pathOfError(code)})`)
      .join(", "),
  ]);
  return writeTable([t("operation.status"), t("operation.codes")], rows);
}
