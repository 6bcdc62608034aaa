import { createTranslator } from "next-intl";
import { CATALOGS } from "../i18n/catalogs";
import type { Locale } from "../i18n/locale";
import { env } from "../platform/env";

/** Pages are also written where no request chooses a language. */
export function readTexts(locale: Locale) {
  return createTranslator({ locale, messages: CATALOGS[locale], namespace: "docs" });
}

export function readEventTexts(locale: Locale) {
  return createTranslator({ locale, messages: CATALOGS[locale], namespace: "eventCatalog" });
}

export function readReferenceTexts(locale: Locale) {
  return createTranslator({ locale, messages: CATALOGS[locale], namespace: "reference" });
}

export function readWhyTexts(locale: Locale) {
  return createTranslator({ locale, messages: CATALOGS[locale], namespace: "why" });
}

export type Texts = ReturnType<typeof readTexts>;

/** Files change during development, so nothing is cached there. */
export function cacheByLocale<Value>(make: (locale: Locale) => Value): (locale: Locale) => Value {
  const cached = new Map<Locale, Value>();
  return (locale) => {
    if (env().NODE_ENV === "development") return make(locale);
    const value = cached.get(locale) ?? make(locale);
    cached.set(locale, value);
    return value;
  };
}
