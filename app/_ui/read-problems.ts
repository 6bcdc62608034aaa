import { z } from "zod";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

/** A form field and the reason it was refused; the catalogs have a text for each reason. */
export interface Problem<Reason extends string> {
  field: string;
  reason: Reason;
}

/** Maps a refusal to reasons that the form can show. Unexpected errors are rethrown. */
export function readProblems<Reason extends string>(
  error: unknown,
  reasons: readonly Reason[],
  byCode: Partial<Record<ErrorCode, Problem<Reason>>>,
): Problem<Reason>[] {
  if (!(error instanceof AppError)) throw error;
  const known = byCode[error.code];
  if (known) return [known];
  const Issues = z.object({ issues: z.array(z.object({ path: z.string(), message: z.enum(reasons) })) });
  const parsed = Issues.safeParse(error.details);
  if (!parsed.success) throw error;
  return parsed.data.issues.map(({ path, message }) => ({ field: path, reason: message }));
}
