import { afterEach, expect, test } from "vitest";
import { resetShared } from "../../e2e/support/shared-state";
import { decrypt, encrypt } from "./crypto";

const KEY = process.env["SVC_ENCRYPTION_KEY"] ?? "";

function useKeys(value: string): void {
  process.env["SVC_ENCRYPTION_KEY"] = value;
  resetShared();
}
afterEach(() => useKeys(KEY));

test("what was sealed opens, and each seal is another", () => {
  const [one, two] = [encrypt("whsec_x"), encrypt("whsec_x")];
  expect(one).not.toBe(two);
  expect(one).not.toContain("whsec_x");
  expect([decrypt(one), decrypt(two)]).toEqual(["whsec_x", "whsec_x"]);
});

test("an older key still opens what it sealed; the first one seals", () => {
  const old = encrypt("kept");
  useKeys(`new1:${Buffer.alloc(32, 7).toString("base64")},${KEY}`);
  expect(decrypt(old)).toBe("kept");
  expect(encrypt("fresh").startsWith("new1.")).toBe(true);
  useKeys(`new1:${Buffer.alloc(32, 7).toString("base64")}`);
  expect(() => decrypt(old)).toThrow(/No encryption key/);
});

test("a seal that was altered anywhere does not open", () => {
  const parts = encrypt("secret").split(".");
  for (let index = 1; index < parts.length; index += 1) {
    const altered = parts.map((part, at) =>
      at === index ? `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}` : part,
    );
    expect(() => decrypt(altered.join("."))).toThrow();
  }
});
