import { z } from "zod";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

const REASONS = [
  "name_missing",
  "name_too_long",
  "name_unreadable",
  "scope_unknown",
  "scopes_missing",
  "expiry_missing",
  "expiry_past",
  "owner_unknown",
  "confirmation_mismatch",
  "key_gone",
] as const;
export type Reason = (typeof REASONS)[number];

export interface KeyProblem {
  field: string;
  reason: Reason;
}

const Issues = z.object({ issues: z.array(z.object({ path: z.string(), message: z.enum(REASONS) })) });

/** What the store refused, as reasons that the form has words for. Anything unforeseen is thrown on. */
export function readProblems(error: unknown, byCode: Partial<Record<ErrorCode, KeyProblem>>): KeyProblem[] {
  if (!(error instanceof AppError)) throw error;
  const known = byCode[error.code];
  if (known) return [known];
  const parsed = Issues.safeParse(error.details);
  if (!parsed.success) throw error;
  return parsed.data.issues.map(({ path, message }) => ({ field: path, reason: message }));
}
