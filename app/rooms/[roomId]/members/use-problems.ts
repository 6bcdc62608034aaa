"use client";

import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/app/_ui/error-summary";
import type { RoomProblem } from "./problems";

interface Problems {
  all: FieldProblem[];
  at: (field: string) => string | undefined;
}

/** What was refused, in the reader's language. */
export function useProblems(problems: readonly RoomProblem[]): Problems {
  const t = useTranslations("roomMembers.problems");
  const all = problems.map(({ field, reason }) => ({ field, message: t(reason) }));
  return { all, at: (field) => all.find((problem) => problem.field === field)?.message };
}
