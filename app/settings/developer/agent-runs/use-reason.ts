import { useLocale, useTranslations } from "next-intl";

const REASONS = [
  "cancelled",
  "run_timeout",
  "gateway_timeout",
  "gateway_unresolved",
  "gateway_forbidden",
  "gateway_tls",
  "gateway_unreachable",
  "gateway_redirect",
  "gateway_unauthorized",
  "token_unreadable",
  "gateway_busy",
  "gateway_error",
  "gateway_refused",
  "answer_too_large",
  "answer_too_long",
  "answer_encoded",
  "answer_cut_off",
  "answer_empty",
  "answer_invalid",
  "answer_malformed",
  "answer_tool_calls",
  "model_missing",
  "connector_disabled",
  "tool_profile",
  "shared_room",
  "external_workspace_derived",
  "api_units_exceeded",
  "forbidden",
  "not_found",
  "internal_error",
] as const;

/** Words of the reader's language for why a run did not succeed; null where the run's own English message says it best. */
export function useReason(): (code: string) => string | null {
  const t = useTranslations("agentRuns.reasons");
  const locale = useLocale();
  return (code) => {
    if (locale === "en") return null;
    const known = REASONS.find((reason) => reason === code);
    return known ? t(known) : null;
  };
}
