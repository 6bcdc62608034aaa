import { useLocale, useMessages, useTranslations } from "next-intl";

/** Words of the reader's language for why a run did not succeed; null where the run's own English message says it best. */
export function useReason(): (code: string) => string | null {
  const t = useTranslations("agentRuns.reasons");
  const { reasons } = useMessages().agentRuns;
  const isKnown = (code: string): code is keyof typeof reasons => Object.hasOwn(reasons, code);
  const locale = useLocale();
  return (code) => (locale === "en" || !isKnown(code) ? null : t(code));
}
