import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePreview, findPreview, PREVIEW_TEXT_BYTES } from "./preview";

test.each([
  ["a.png", "image/png", "picture"],
  ["a.svg", "image/svg+xml", "none"],
  ["a.png", "image/x-unknown", "none"],
  ["a.pdf", "application/pdf", "pdf"],
  ["a.pdf", "Application/PDF", "pdf"],
  ["a.pdf", "application/octet-stream", "pdf"],
  ["a.pdf", "application/zip", "none"],
  ["notes", "text/plain", "text"],
  ["page.html", "text/html", "text"],
  ["data", "application/json", "text"],
  ["data", "application/vnd.api+json", "text"],
  ["main.ts", "video/mp2t", "text"],
  ["Dockerfile", "application/octet-stream", "text"],
  ["film.mp4", "video/mp4", "none"],
  ["app.exe", "application/octet-stream", "none"],
  ["txt", "application/zip", "text"],
])("shows %s of type %s as %s", (fileName, mimeType, expected) => {
  expect(findPreview({ fileName, mimeType, size: 5 })).toBe(expected);
});

test("refuses to preview a picture that is too large for a list", () => {
  expect(findPreview({ fileName: "a.png", mimeType: "image/png", size: 11 * 1024 * 1024 })).toBe("none");
});

const decode = (text: string) => decodePreview(Buffer.from(text), false);

test("shows hiding and reordering characters by their code and leaves lines and tabs", () => {
  expect(decode("a\tb\r\nc\rd\n")).toEqual({ text: "a\tb\nc\nd\n", isCut: false, hasHidden: false });
  expect(decode("user\u202enimda\u2066\u001b[31m\u007f")).toEqual({
    text: "user[U+202E]nimda[U+2066][U+001B][31m[U+007F]",
    isCut: false,
    hasHidden: true,
  });
  expect(decode("👩‍💻 नमस्ते")).toEqual({ text: "👩‍💻 नमस्ते", isCut: false, hasHidden: false });
});

test("rejects bytes that are not UTF-8 or hold a NUL", () => {
  expect(decodePreview(Buffer.from([0x66, 0xfc, 0x72]), false)).toBeNull();
  expect(decodePreview(Buffer.from([0xff, 0xfe, 0x61, 0x00]), false)).toBeNull();
  expect(decode("a\u0000b")).toBeNull();
  expect(decodePreview(Buffer.from([0xe3, 0x81]), false)).toBeNull();
});

test("drops at most the cut character from a text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(), (whole, seed) => {
      const bytes = Buffer.from(whole.toWellFormed().replaceAll("\0", ""));
      const cut = seed % (bytes.length + 1);
      const shown = decodePreview(bytes.subarray(0, cut), true);
      expect(shown).not.toBeNull();
      const complete = decodePreview(bytes, false)?.text ?? "";
      const lost =
        cut -
        Buffer.byteLength(
          bytes
            .subarray(0, cut)
            .toString()
            .replace(/\ufffd+$/, ""),
        );
      expect(lost).toBeLessThanOrEqual(3);
      expect(complete.startsWith(shown?.text.replace(/\n$/, "") ?? "-")).toBe(true);
    }),
  );
});

test("decodes the largest part when the cut is within a character", () => {
  const bytes = Buffer.from("あ".repeat(PREVIEW_TEXT_BYTES)).subarray(0, PREVIEW_TEXT_BYTES);
  expect(decodePreview(bytes, true)?.text).toBe("あ".repeat(Math.floor(PREVIEW_TEXT_BYTES / 3)));
});
