import { type Problem, readProblems } from "@/app/_ui/read-problems";
import type { AppReason } from "@/lib/oauth/app";

const REASONS = [
  "name_missing",
  "name_too_long",
  "name_unreadable",
  "developer_missing",
  "developer_too_long",
  "developer_unreadable",
  "website_invalid",
  "type_missing",
  "actor_missing",
  "scope_unknown",
  "scopes_missing",
  "uris_missing",
  "uris_too_many",
  "uri_repeated",
  "uri_too_long",
  "uri_unreadable",
  "uri_wildcard",
  "uri_fragment",
  "uri_malformed",
  "uri_scheme",
  "uri_userinfo",
  "uri_insecure",
  "uri_reserved_parameter",
  "confirmation_mismatch",
  "app_gone",
  "too_fast",
] as const satisfies readonly (AppReason | "confirmation_mismatch" | "app_gone" | "too_fast")[];

export interface AppProblem extends Problem<(typeof REASONS)[number]> {
  /** Which redirect URI, counted from 1. */
  line: number;
}

/** The form has one field for all redirect URIs and one for all scopes; `redirectUris.2` is the third line of the first. */
export function readAppProblems(error: unknown): AppProblem[] {
  const problems = readProblems(error, REASONS, {
    not_found: { field: "", reason: "app_gone" },
    rate_limit_exceeded: { field: "", reason: "too_fast" },
  });
  return problems.map(({ field, reason }) => {
    const [name = "", index = "0"] = field.split(".");
    return { field: name, reason, line: Number(index) + 1 };
  });
}
