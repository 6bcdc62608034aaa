import { type Problem, readProblems } from "@/app/_ui/read-problems";
import type { ErrorCode } from "@/lib/platform/errors";

export const REASONS = [
  "name_missing",
  "name_too_long",
  "name_unreadable",
  "owner_unknown",
  "url_missing",
  "url_too_long",
  "url_invalid",
  "url_scheme",
  "url_credentials",
  "target_unresolved",
  "target_out_of_reach",
  "token_missing",
  "token_too_long",
  "token_unreadable",
  "agent_missing",
  "agent_too_long",
  "agent_unreadable",
  "choice_missing",
  "rooms_missing",
  "rooms_too_many",
  "room_unknown",
  "profile_shared_room",
  "proxy_needs_public",
  "public_not_accepted",
  "proxy_not_accepted",
  "connectors_too_many",
  "confirmation_mismatch",
  "connector_gone",
  "too_fast",
] as const;
export type Reason = (typeof REASONS)[number];
export type ConnectorProblem = Problem<Reason>;

const GONE: ConnectorProblem = { field: "", reason: "connector_gone" };
const TOO_FAST: ConnectorProblem = { field: "", reason: "too_fast" };

export function readConnectorProblems(
  error: unknown,
  byCode: Partial<Record<ErrorCode, ConnectorProblem>> = {},
): ConnectorProblem[] {
  return readProblems(error, REASONS, { not_found: GONE, rate_limit_exceeded: TOO_FAST, ...byCode });
}
