import { CATALOGS } from "../../i18n/catalogs";
import type { Locale } from "../../i18n/locale";

/** The description has the same titles in English. */
export function titleOperation(id: string, locale: Locale): string {
  const titles: Readonly<Record<string, string>> = CATALOGS[locale].reference.titles;
  return titles[id] ?? id;
}

export function titleTag(name: string, locale: Locale): string {
  const titles: Readonly<Record<string, string>> = CATALOGS[locale].reference.tags;
  return titles[name] ?? name;
}
