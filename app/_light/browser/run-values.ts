import type { Place, RunField } from "@/app/_reference/run-fields";
import type { CallValues } from "@/lib/docs/surface/call-request";

export type RunInput = Pick<RunField, "place" | "name" | "kind" | "isNullable">;

export type RunTexts = Readonly<Record<string, string>>;

export function keyOf({ place, name }: Pick<RunField, "place" | "name">): string {
  return `${place}.${name}`;
}

export function readValues(fields: readonly RunInput[], texts: RunTexts): CallValues {
  const given = (place: Place) =>
    fields.flatMap((field) => {
      const text = texts[keyOf(field)] ?? "";
      return field.place === place && text !== "" ? [{ field, text }] : [];
    });
  const hasBody = fields.some(({ place }) => place === "body");
  return {
    path: Object.fromEntries(given("path").map(({ field, text }) => [field.name, text])),
    query: Object.fromEntries(given("query").map(({ field, text }) => [field.name, text])),
    body: hasBody
      ? Object.fromEntries(given("body").map(({ field, text }) => [field.name, readValue(field, text)]))
      : null,
  };
}

/** A text that is no value of its type is sent as it is: the refusal then says what is wrong. */
function readValue({ kind, isNullable }: RunInput, text: string): unknown {
  if (isNullable && text === "null") return null;
  if (kind === "text" || kind === "longText" || kind === "choice") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
