import type { z } from "zod";
import { AppError, invalid } from "@/lib/platform/errors";
import { REQUEST_BODY_MAX_BYTES } from "@/lib/platform/limits";

/** Parses a JSON body of one of our pages with the schema of `/v1`. */
export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (!(length <= REQUEST_BODY_MAX_BYTES)) throw new AppError("validation_error", "The body is too large.");
  const body: unknown = await request.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}
