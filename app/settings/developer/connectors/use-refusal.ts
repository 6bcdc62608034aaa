"use client";

import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/app/_ui/error-summary";
import type { RunFormState } from "./run-action";

const FIELDS: Partial<Record<string, string>> = {
  instruction_invalid: "instruction",
  record_missing: "recordId",
  record_no_board: "recordId",
};

/** Why a run was not begun, as problems of its form. */
export function useRefusal(state: RunFormState): FieldProblem[] {
  const t = useTranslations("agentRunForms.refusals");
  if (state.kind === "idle") return [];
  const { refusal, message } = state.refusal;
  return [{ field: FIELDS[refusal] ?? "", message: refusal === "refused" ? message : t(refusal) }];
}
