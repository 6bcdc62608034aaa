import { type Problem, readProblems } from "@/app/_ui/read-problems";
import type { ErrorCode } from "@/lib/platform/errors";

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
  "too_fast",
] as const;

export type KeyProblem = Problem<(typeof REASONS)[number]>;

export function readKeyProblems(error: unknown, byCode: Partial<Record<ErrorCode, KeyProblem>>): KeyProblem[] {
  return readProblems(error, REASONS, { rate_limit_exceeded: { field: "", reason: "too_fast" }, ...byCode });
}
