import { type Member, tellRange } from "../surface/schema";
import type { ReferenceTexts } from "./texts";

export interface MemberRow {
  /** `data[].id` */
  name: string;
  type: string;
  isRequired: boolean;
  notes: string;
}

/** Members and those inside them, a row each. */
export function writeMemberRows(members: readonly Member[], t: ReferenceTexts, prefix = ""): MemberRow[] {
  return members.flatMap((member) => {
    const name = `${prefix}${member.name}`;
    const inner = `${name}${member.type.startsWith("array of ") ? "[]" : ""}.`;
    const { isRequired, isNullable, type } = member;
    return [
      { name, type: isNullable ? `${type} ${t("members.nullable")}` : type, isRequired, notes: writeNotes(member, t) },
      ...writeMemberRows(member.members, t, inner),
    ];
  });
}

function writeNotes(
  { description, ranges, pattern, format, fallback, values, knownValues }: Member,
  t: ReferenceTexts,
) {
  const notes = [
    description?.replaceAll("\n", " "),
    ...ranges.map((range) => {
      const { key, values: numbers } = tellRange(range, String);
      return t(`members.ranges.${key}`, numbers);
    }),
    format === null ? undefined : t("members.format", { format: `\`${format}\`` }),
    pattern === null ? undefined : `${t("members.pattern")} \`${pattern}\``,
    fallback === null ? undefined : t.markup("members.fallback", { value: fallback, code: (text) => `\`${text}\`` }),
    values.length === 0 ? undefined : `${t("members.values")} ${writeValues(values)}`,
    knownValues.length < 2 ? undefined : `${t("members.knownValues")} ${writeValues(knownValues)}`,
  ];
  return notes.filter((note) => note !== undefined).join("; ");
}

function writeValues(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(", ");
}
