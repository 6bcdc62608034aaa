import fc from "fast-check";
import { expect, test } from "vitest";
import { createUnescapedCounter } from "./decode";

const escapeAll = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

test("escaped text counts as much as the same text in UTF-8, however it is cut into chunks", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 50 }), fc.integer({ min: 1, max: 7 }), (text, length) => {
      const json = JSON.stringify(text.toWellFormed());
      const bytes = Buffer.from(escapeAll(json));
      const count = createUnescapedCounter();
      let size = 0;
      for (let at = 0; at < bytes.length; at += length) size = count(bytes.subarray(at, at + length));
      expect(size).toBe(Buffer.byteLength(json));
    }),
  );
});

test.each([
  ['"\\u0041"', 3],
  ['"\\\\u0041"', 9],
  ['"\\u0000\\u0022\\u005C"', 20],
  ['"\\u3042\\u00e9\\ud83d\\ude00"', 11],
  ['"\\n\\u00"', 8],
])("%s counts %i bytes", (json, size) => {
  expect(createUnescapedCounter()(Buffer.from(json))).toBe(size);
});
