"use client";

import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/app/_ui/error-summary";
import type { TaskProblem } from "./problems";

interface ShownProblems {
  shown: FieldProblem[];
  findError: (field: string) => string | undefined;
  title: string;
}

/** Problems in the reader's words; a field's id is its name. */
export function useProblems(problems: readonly TaskProblem[]): ShownProblems {
  const t = useTranslations("roomTasks.form");
  const shown = problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }));
  return {
    shown,
    findError: (field) => shown.find((problem) => problem.field === field)?.message,
    title: t("failed", { count: shown.length }),
  };
}
