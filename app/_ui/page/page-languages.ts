import type { Metadata } from "next";
import { DEFAULT_LOCALE, LOCALES, type Locale, localizedPath } from "@/lib/i18n/locale";
import { isProductionService } from "@/lib/platform/env";

/** The page's own address in the shown language, and the same page in the others. */
export function linkLanguages(path: string, locale: Locale): NonNullable<Metadata["alternates"]> {
  const languages = Object.fromEntries(LOCALES.map((other) => [other, localizedPath(path, other)]));
  return {
    canonical: localizedPath(path, locale),
    languages: { ...languages, "x-default": localizedPath(path, DEFAULT_LOCALE) },
  };
}

export function describeRobots(): NonNullable<Metadata["robots"]> {
  return { index: isProductionService() };
}
