import { pathOfError } from "../api/error-path";
import type { Locale } from "../i18n/locale";
import { env } from "../platform/env";
import { type DocPage, writeFence, writeTable } from "./page";
import { writeCurl } from "./surface/call-request";
import type { Failure, Operation } from "./surface/operations";
import { describeRange, type Member } from "./surface/schema";
import { titleOperation } from "./surface/titles";
import { readMeanings } from "./surface/value-meanings";
import { readReferenceTexts, readTexts, type Texts } from "./texts";

export const REFERENCE_PATH = "/docs/reference";

export function pathOfOperation(id: string): string {
  return `${REFERENCE_PATH}/${id}`;
}

const CALLERS = { read: "operation.caller", write: "operation.writer", action: "operation.actor" } as const;

export function writeOperationPage(operation: Operation, locale: Locale): DocPage {
  const t = readTexts(locale);
  const texts = readReferenceTexts(locale);
  const { id, kind, method, path, scope, units, parameters, body, response, sample } = operation;
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
    path: pathOfOperation(id),
    kind: "operation",
    title: titleOperation(id, locale),
    description: t("operation.description", { method, path, scope, units }),
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

interface MemberRow {
  name: string;
  type: string;
  isRequired: boolean;
  notes: string;
}

function writeMemberRows(members: readonly Member[], locale: Locale, prefix = ""): MemberRow[] {
  const t = readReferenceTexts(locale);
  return members.flatMap((member) => {
    const name = `${prefix}${member.name}`;
    const inner = `${name}${member.type.startsWith("array of ") ? "[]" : ""}.`;
    const { isRequired, isNullable, type } = member;
    return [
      {
        name,
        type: isNullable ? `${type} ${t("members.nullable")}` : type,
        isRequired,
        notes: writeNotes(member, locale),
      },
      ...writeMemberRows(member.members, locale, inner),
    ];
  });
}

function writeNotes(member: Member, locale: Locale): string {
  const t = readReferenceTexts(locale);
  const { description, ranges, pattern, format, fallback, values, knownValues, valueSet } = member;
  const meanings = valueSet === null ? {} : readMeanings(valueSet, locale);
  const write = (listed: readonly string[]) => listed.map((value) => writeValue(value, meanings[value])).join("; ");
  const notes = [
    description?.replaceAll("\n", " "),
    ...ranges.map((range) => {
      const { key, values: numbers } = describeRange(range, String);
      return t(`members.ranges.${key}`, numbers);
    }),
    format === null ? undefined : t("members.format", { format: `\`${format}\`` }),
    pattern === null ? undefined : `${t("members.pattern")} \`${pattern}\``,
    fallback === null ? undefined : t.markup("members.fallback", { value: fallback, code: (text) => `\`${text}\`` }),
    values.length === 0 ? undefined : `${t("members.values")} ${write(values)}`,
    knownValues.length < 2 ? undefined : `${t("members.knownValues")} ${write(knownValues)}`,
  ];
  return notes.filter((note) => note !== undefined).join("; ");
}

function writeValue(value: string, meaning: string | undefined): string {
  return meaning === undefined ? `\`${value}\`` : `\`${value}\` (${meaning.replace(/[.。]$/, "")})`;
}
