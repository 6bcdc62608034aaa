import { z } from "zod";
import { isoText } from "./pool";
import { boolean, instantText, integer, nullable, type SqlType, text } from "./statement";

export function summaryRow<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const columns = Object.entries<z.core.$ZodType>(shape).map(([name, type]) => [name, findSqlType(type)]);
  return Object.fromEntries(columns) as { [Name in keyof Shape]: SqlType<z.output<Shape[Name]>> };
}

export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function selectRow(row: Readonly<Record<string, SqlType<unknown>>>, table = ""): string {
  const columns = Object.entries(row).map(([name, { type }]) => {
    const column = `${table}${toColumn(name)}`;
    return `${type === instantText.type ? isoText(column) : column} AS "${name}"`;
  });
  return columns.join(", ");
}

function findSqlType(type: z.core.$ZodType): SqlType<unknown> {
  if (type instanceof z.ZodNullable) return nullable(findSqlType(type.unwrap()));
  if (type instanceof z.ZodISODateTime) return instantText;
  if (type instanceof z.ZodNumber) return integer;
  return type instanceof z.ZodBoolean ? boolean : text;
}
