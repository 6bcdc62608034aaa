import { z } from "zod";
import { boolean, instantText, integer, nullable, type SqlType, text } from "./statement";

export function summaryRow<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const columns = Object.entries<z.core.$ZodType>(shape).map(([name, type]) => [name, findSqlType(type)]);
  return Object.fromEntries(columns) as { [Name in keyof Shape]: SqlType<z.output<Shape[Name]>> };
}

function findSqlType(type: z.core.$ZodType): SqlType<unknown> {
  if (type instanceof z.ZodNullable) return nullable(findSqlType(type.unwrap()));
  if (type instanceof z.ZodISODateTime) return instantText;
  if (type instanceof z.ZodNumber) return integer;
  return type instanceof z.ZodBoolean ? boolean : text;
}
