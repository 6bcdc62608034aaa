import type { CallValues } from "@/lib/docs/surface/call-request";
import type { Operation } from "@/lib/docs/surface/operations";
import type { Member } from "@/lib/docs/surface/schema";

export type Place = "path" | "query" | "body";

export interface RunField {
  place: Place;
  name: string;
  kind: "text" | "longText" | "number" | "boolean" | "choice" | "json";
  isRequired: boolean;
  isNullable: boolean;
  description: string | null;
  choices: readonly string[];
  initial: string;
}

const LINE_MAX_LENGTH = 255;

export function listRunFields({ parameters, body }: Operation, values: CallValues): RunField[] {
  const sent = values.body as Readonly<Record<string, unknown>> | null;
  return [
    ...parameters.path.map((member) => describeField("path", member, values.path[member.name])),
    ...parameters.query.map((member) => describeField("query", member, values.query[member.name])),
    ...(body?.members ?? []).map((member) => describeField("body", member, sent?.[member.name])),
  ];
}

function describeField(place: Place, member: Member, value: unknown): RunField {
  const { name, isRequired, isNullable, description, values } = member;
  const initial =
    value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return { place, name, kind: nameKind(member), isRequired, isNullable, description, choices: values, initial };
}

function nameKind({ type, values, ranges }: Member): RunField["kind"] {
  if (values.length > 0) return "choice";
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  if (type !== "string") return "json";
  const max = ranges.find((range) => range.of === "length")?.max ?? 0;
  return max > LINE_MAX_LENGTH ? "longText" : "text";
}
