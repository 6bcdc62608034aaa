import { z } from "zod";
import { type Problem, readProblems } from "@/app/_ui/read-problems";
import { AppError } from "@/lib/platform/errors";
import { COMMENT_REASONS, SAVE_REASONS } from "@/lib/records/check-text";
import { MOVE_REFUSALS } from "@/lib/records/rules";

const REASONS = [
  ...MOVE_REFUSALS,
  ...SAVE_REASONS,
  ...COMMENT_REASONS,
  "confirmation_mismatch",
  "not_writable",
  "too_fast",
  "changed_meanwhile",
  "record_gone",
] as const;

export type RecordProblem = Problem<(typeof REASONS)[number]>;

const Refusal = z.object({ reason: z.enum(MOVE_REFUSALS) });

/** What the store refused, as reasons that the forms have words for. Anything unforeseen is thrown on. */
export function readRecordProblems(error: unknown): RecordProblem[] {
  const refusal = Refusal.safeParse(error instanceof AppError ? error.details : null);
  if (refusal.success) return [{ field: "", reason: refusal.data.reason }];
  return readProblems(error, REASONS, {
    forbidden: { field: "", reason: "not_writable" },
    rate_limit_exceeded: { field: "", reason: "too_fast" },
    version_conflict: { field: "", reason: "changed_meanwhile" },
    not_found: { field: "", reason: "record_gone" },
    room_not_found: { field: "", reason: "record_gone" },
  });
}
