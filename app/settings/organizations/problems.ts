import { type Problem, readProblems } from "@/app/_ui/read-problems";
import { ORGANIZATION_PROBLEMS } from "@/lib/organizations/settings";

export type OrganizationFormProblem = Problem<
  (typeof ORGANIZATION_PROBLEMS)[number] | "organization_gone" | "too_fast"
>;

export type OrganizationFormState = { kind: "idle" } | { kind: "refused"; problems: OrganizationFormProblem[] };

/** What the store refused; an organization that is no longer theirs may have been taken away while they typed. */
export function refuse(error: unknown): OrganizationFormState {
  const problems = readProblems<OrganizationFormProblem["reason"]>(error, ORGANIZATION_PROBLEMS, {
    not_found: { field: "", reason: "organization_gone" },
    rate_limit_exceeded: { field: "", reason: "too_fast" },
  });
  return { kind: "refused", problems };
}
