import { z } from "zod";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

/** A field of a form, and why it was refused: screens have words for reasons in each language. */
export interface Problem<Reason extends string> {
  field: string;
  reason: Reason;
}

/** What a store refused, as reasons that the form has words for. Anything unforeseen is thrown on. */
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
