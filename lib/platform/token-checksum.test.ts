import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomToken } from "./crypto";
import { appendChecksum, CHECKSUM_LENGTH, readTokenForm } from "./token-checksum";

const PREFIX = "svc_test_";
const RANDOM = "a".repeat(43);

describe("the checksum of a token", () => {
  // Computed apart from this code: zlib.crc32 in Python, then base62. Scanners depend on these.
  test.each([
    ["svc_live_", "4eo63J"],
    ["svc_test_", "4ERV9Z"],
    ["svc_at_", "4TWLnz"],
    ["svc_rt_", "4CU87S"],
  ])("of %s and 43 times a is %s", (prefix, checksum) => {
    expect(appendChecksum(prefix + RANDOM)).toBe(prefix + RANDOM + checksum);
  });

  test("is padded: a token has one length", () => {
    fc.assert(fc.property(fc.string(), (text) => appendChecksum(text).length === text.length + CHECKSUM_LENGTH));
  });

  test("makes a new token valid, and one issued without it stays valid", () => {
    const token = PREFIX + randomToken();
    expect([readTokenForm(appendChecksum(token), PREFIX), readTokenForm(token, PREFIX)]).toEqual(["valid", "valid"]);
  });

  test("tells any single mistyped character", () => {
    const token = appendChecksum(PREFIX + randomToken());
    const at = fc.integer({ min: PREFIX.length, max: token.length - 1 });
    const character = fc.constantFrom(..."abcXYZ019_-");
    fc.assert(
      fc.property(at, character, (index, typed) => {
        const mistyped = token.slice(0, index) + typed + token.slice(index + 1);
        return readTokenForm(mistyped, PREFIX) === (mistyped === token ? "valid" : "broken");
      }),
    );
  });

  test("tells two characters that changed places", () => {
    const token = appendChecksum(`${PREFIX}ab${"c".repeat(41)}`);
    expect(readTokenForm(token.replace("ab", "ba"), PREFIX)).toBe("broken");
  });

  test.each([
    "",
    PREFIX,
    PREFIX + "a".repeat(42),
    PREFIX + "a".repeat(44),
    PREFIX + "a".repeat(50),
    `svc_live_${RANDOM}`,
    `${PREFIX}${"é".repeat(43)}`,
    `${PREFIX}${RANDOM}\n`,
    ` ${PREFIX}${RANDOM}`,
  ])("%j has not the form of a token", (text) => {
    expect(readTokenForm(text, PREFIX)).toBe("other");
  });
});
