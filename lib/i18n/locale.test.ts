import { describe, expect, it } from "vitest";
import { directionOf, LOCALES, pickLocale } from "./locale";

describe("pickLocale", () => {
  it.each([
    ["ja", "en", "en", "en", "ja"],
    [undefined, "ja", "en", "en", "ja"],
    ["fr", "ja", "en", "en", "ja"],
    [undefined, undefined, "ja", "en", "ja"],
    [undefined, "en", "ja", "ja", "en"],
    [undefined, undefined, "xx", "ja", "ja"],
    [undefined, undefined, undefined, "ja-JP,ja;q=0.9,en;q=0.8", "ja"],
    [undefined, undefined, undefined, "en;q=0.4, ja;q=0.5", "ja"],
    [undefined, undefined, undefined, "fr-FR, ja;q=0, en;q=0.1", "en"],
    [undefined, "xx", undefined, "fr", "en"],
    [undefined, undefined, undefined, undefined, "en"],
    [undefined, undefined, undefined, ";;;,q=,,ja;q=9", "ja"],
  ])("user %s, cookie %s, address %s, browser %s → %s", (user, cookie, asked, acceptLanguage, expected) => {
    expect(pickLocale({ user, cookie, asked, acceptLanguage })).toBe(expected);
  });
});

describe("directionOf", () => {
  it.each([
    ...LOCALES.map((locale) => [locale, "ltr"]),
    ["ar", "rtl"],
    ["he-IL", "rtl"],
    ["fa", "rtl"],
    ["az-Arab", "rtl"],
  ])("%s is written %s", (language, direction) => expect(directionOf(language)).toBe(direction));
});
