import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { HOME_PATH, readCallbackPath, readCallbackUrl } from "./callback-path";

test("a whole address of this origin is its path", () => {
  const read = (url: string) => readCallbackUrl(url, "https://home.example");
  expect(read("https://home.example/rooms?x=1")).toBe("/rooms?x=1");
  expect(read("/rooms")).toBe("/rooms");
  for (const foreign of [
    "https://home.example",
    "https://home.example.evil.example/",
    "https://home.example//evil",
    "x",
  ])
    expect(read(foreign)).toBe(HOME_PATH);
});

describe("readCallbackPath", () => {
  it.each([
    "/settings/account",
    "/settings/developer/api-keys?state=revoked&q=ci",
    "/oauth/authorize?client_id=app&redirect_uri=https%3A%2F%2Fexample.com%2Fcb&resource=http%3A%2F%2Flocalhost%2Fv1",
    "/",
  ])("keeps %s", (path) => {
    expect(readCallbackPath(path)).toBe(path);
  });

  it.each([
    ["/日本語?q=\u{1f511} x", "/%E6%97%A5%E6%9C%AC%E8%AA%9E?q=%F0%9F%94%91%20x"],
    ["/é#ü", "/%C3%A9#%C3%BC"],
  ])("writes %s in characters that a header can hold", (path, written) => {
    expect(readCallbackPath(path)).toBe(written);
    expect(readCallbackPath(written)).toBe(written);
  });

  it.each([
    "/\ud800",
    `/${"a".repeat(9_000)}`,
    undefined,
    null,
    42,
    ["/settings"],
    "",
    "settings",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\..\\..\\evil.example",
    "https://evil.example/settings",
    "http:evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/%2Fevil.example",
    "/%2f%2fevil.example",
    "/%5Cevil.example",
    "/%09/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%E0%A4%A",
    "/\u0000",
  ])("refuses %j", (value) => {
    expect(readCallbackPath(value)).toBe(HOME_PATH);
  });

  it("never leaves the origin", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "//",
      "%2F",
      "%5C",
      "\t",
      "\n",
      ".",
      "..",
      "evil.example",
      "https:",
      "@",
      ":",
      "?",
      "#",
      "%",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(new URL(readCallbackPath(pieces.join("")), "https://home.example").origin).toBe("https://home.example");
      }),
    );
  });
});
