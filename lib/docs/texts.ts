import { createTranslator } from "next-intl";
import type { Locale } from "../i18n/locale";
import { en } from "../i18n/messages/en";
import { ja } from "../i18n/messages/ja";

const MESSAGES = { en, ja };

/** The texts of the docs: pages are also written where no request chooses a language. */
export function readTexts(locale: Locale) {
  return createTranslator({ locale, messages: MESSAGES[locale], namespace: "docs" });
}

export function readEventTexts(locale: Locale) {
  return createTranslator({ locale, messages: MESSAGES[locale], namespace: "eventCatalog" });
}

export function readReferenceTexts(locale: Locale) {
  return createTranslator({ locale, messages: MESSAGES[locale], namespace: "reference" });
}

export type Texts = ReturnType<typeof readTexts>;
