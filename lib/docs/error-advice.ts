import type { Locale } from "../i18n/locale";
import type { ErrorCode } from "../platform/errors";
import { ERROR_CODES, readRemedy } from "./error-pages";
import { keepByLocale } from "./keep";

/** The first step of each remedy, for places that have no room for the page. Code is in backticks, links are words. */
export const readAdvice = keepByLocale((locale: Locale): Readonly<Record<ErrorCode, string>> => {
  const pairs = ERROR_CODES.map((code) => {
    const [, step = ""] = /^1\. (.+)$/m.exec(readRemedy(code, locale)) ?? [];
    return [code, step.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")] as const;
  });
  return Object.fromEntries(pairs) as Record<ErrorCode, string>;
});
