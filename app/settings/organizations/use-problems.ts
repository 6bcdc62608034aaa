"use client";

import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/app/_ui/error-summary";
import type { OrganizationFormState } from "./problems";

interface Problems {
  all: FieldProblem[];
  at: (field: string) => string | undefined;
}

/** What was refused, in the reader's language. */
export function useProblems(state: OrganizationFormState): Problems {
  const t = useTranslations("organizationSettings.problems");
  const refused = state.kind === "refused" ? state.problems : [];
  const all = refused.map(({ field, reason }) => ({ field, message: t(reason) }));
  return { all, at: (field) => all.find((problem) => problem.field === field)?.message };
}
