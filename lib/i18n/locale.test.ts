import { describe, expect, it } from "vitest";
import { pickLocale } from "./locale";

describe("pickLocale", () => {
  it.each([
    ["ja", "en", "en", "ja"],
    [undefined, "ja", "en", "ja"],
    ["fr", "ja", "en", "ja"],
    [undefined, undefined, "ja-JP,ja;q=0.9,en;q=0.8", "ja"],
    [undefined, undefined, "en;q=0.4, ja;q=0.5", "ja"],
    [undefined, undefined, "fr-FR, ja;q=0, en;q=0.1", "en"],
    [undefined, "xx", "de", "en"],
    [undefined, undefined, undefined, "en"],
    [undefined, undefined, ";;;,q=,,ja;q=9", "ja"],
  ])("user %s, cookie %s, browser %s → %s", (user, cookie, acceptLanguage, expected) => {
    expect(pickLocale({ user, cookie, acceptLanguage })).toBe(expected);
  });
});
