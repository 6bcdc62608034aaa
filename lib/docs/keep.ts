import type { Locale } from "../i18n/locale";
import { env } from "../platform/env";

/** Made once a process and language. In development each time, because the files change. */
export function keepByLocale<Value>(make: (locale: Locale) => Value): (locale: Locale) => Value {
  const kept = new Map<Locale, Value>();
  return (locale) => {
    if (env().NODE_ENV === "development") return make(locale);
    const value = kept.get(locale) ?? make(locale);
    kept.set(locale, value);
    return value;
  };
}
