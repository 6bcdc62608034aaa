import type { Locale } from "../i18n/locale";
import { describeRange, type Member } from "./surface/schema";
import { readMeanings } from "./surface/value-meanings";
import { readReferenceTexts } from "./texts";

export interface MemberRow {
  name: string;
  type: string;
  isRequired: boolean;
  notes: string;
}

export function writeMemberRows(members: readonly Member[], locale: Locale, prefix = ""): MemberRow[] {
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
