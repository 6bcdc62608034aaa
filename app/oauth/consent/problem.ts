import { readText, type SearchParams } from "@/app/_ui/list/search-params";

/** Why a decision came back to the page. */
const PROBLEMS = ["account", "context", "decision"] as const;
export type ConsentProblem = (typeof PROBLEMS)[number];

export function readProblem(params: Awaited<SearchParams>): ConsentProblem | null {
  const given = readText(params, "problem");
  return PROBLEMS.find((problem) => problem === given) ?? null;
}
