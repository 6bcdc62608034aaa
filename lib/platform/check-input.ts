import type { z } from "zod";
import { invalid } from "./errors";

export function checkInput<Schema extends z.ZodType>(schema: Schema, input: unknown, path = ""): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => ({ path: issue.path.join(".") || path, message: issue.message })));
}
