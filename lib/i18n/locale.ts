/** Each language names itself, so that people find theirs among unreadable ones. */
export const LOCALE_NAMES = { en: "English", ja: "日本語" };
export type Locale = keyof typeof LOCALE_NAMES;
export const LOCALES = Object.keys(LOCALE_NAMES).filter(isLocale);
export const DEFAULT_LOCALE: Locale = "en";
export const LOCALE_COOKIE = "svc_locale";

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && Object.hasOwn(LOCALE_NAMES, value);
}

const RIGHT_TO_LEFT_SCRIPTS = ["Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm"];

/** Only some engines know the direction of a locale, but all know its script. */
export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT_SCRIPTS.includes(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
}

export const LOCALE_PARAMETER = "lang";
/** A layout sees headers, but not the URL. The front door sets this; no client can. */
export const REQUESTED_LOCALE_HEADER = "x-svc-asked-locale";

export function localizedPath(path: string, locale: Locale): string {
  return locale === DEFAULT_LOCALE ? path : `${path}?${LOCALE_PARAMETER}=${locale}`;
}

type LocalePreferences = Record<"user" | "cookie" | "asked" | "acceptLanguage", string | undefined>;

export function pickLocale({ user, cookie, asked, acceptLanguage }: LocalePreferences): Locale {
  return [user, cookie, asked].find(isLocale) ?? negotiateLocale(acceptLanguage ?? "") ?? DEFAULT_LOCALE;
}

function negotiateLocale(header: string): Locale | undefined {
  const wanted = header
    .split(",")
    .map((entry) => {
      const [tag = "", ...params] = entry.trim().toLowerCase().split(";");
      const quality = params.map((param) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(param)?.[1]).find(Boolean);
      return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isLocale);
}
