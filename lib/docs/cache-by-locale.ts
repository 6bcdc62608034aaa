import type { Locale } from "../i18n/locale";
import { env } from "../platform/env";

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
