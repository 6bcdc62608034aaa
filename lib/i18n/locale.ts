export const LOCALES = ["en", "ja"] as const;
export type Locale = (typeof LOCALES)[number];
const DEFAULT_LOCALE: Locale = "en";
export const LOCALE_COOKIE = "svc_locale";

/** Each language names itself, so that people can find theirs among unreadable ones. */
export const LOCALE_NAMES: Record<Locale, string> = { en: "English", ja: "日本語" };

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

type LocaleWishes = Record<"user" | "cookie" | "acceptLanguage", string | undefined>;

/** The account's choice, else this browser's choice here, else its Accept-Language. */
export function pickLocale({ user, cookie, acceptLanguage }: LocaleWishes): Locale {
  return [user, cookie].find(isLocale) ?? negotiateLocale(acceptLanguage ?? "") ?? DEFAULT_LOCALE;
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
