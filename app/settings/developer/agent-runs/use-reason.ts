import { useLocale, useTranslations } from "next-intl";
import texts from "@/lib/i18n/messages/en/agent-runs.json";

function isKnown(code: string): code is keyof typeof texts.reasons {
  return Object.hasOwn(texts.reasons, code);
}

/** Words of the reader's language for why a run did not succeed; null where the run's own English message says it best. */
export function useReason(): (code: string) => string | null {
  const t = useTranslations("agentRuns.reasons");
  const locale = useLocale();
  return (code) => (locale === "en" || !isKnown(code) ? null : t(code));
}
