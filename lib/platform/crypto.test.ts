import { afterEach, expect, test, vi } from "vitest";
import { sealFirstFormat } from "../../e2e/support/attacks/first-seal";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { decrypt, encrypt, isRandomToken, isSignedText, randomToken, signText } from "./crypto";
import { gatewayTokenPlace, headerPlace, secretPlace } from "./sealed-places";

const KEY = process.env["SVC_ENCRYPTION_KEY"] ?? "";
const PLACE = secretPlace("wh_1");

function useKeys(value: string): void {
  process.env["SVC_ENCRYPTION_KEY"] = value;
  resetShared();
}
afterEach(() => useKeys(KEY));

test("opens what it sealed, and never seals twice alike", () => {
  const [one, two] = [encrypt("whsec_x", PLACE), encrypt("whsec_x", PLACE)];
  expect(one).not.toBe(two);
  expect(one).not.toContain("whsec_x");
  expect([decrypt(one, PLACE), decrypt(two, PLACE)]).toEqual(["whsec_x", "whsec_x"]);
});

test("a value opens at its own place only", () => {
  const sealed = encrypt("whsec_x", PLACE);
  for (const place of [secretPlace("wh_2"), gatewayTokenPlace("wh_1"), headerPlace("wh_1", "X-A")]) {
    expect(decrypt(sealed, place)).toBeNull();
  }
  expect(decrypt(encrypt("v", headerPlace("wh_1", "X-A")), headerPlace("wh_1", "X-B"))).toBeNull();
});

test("opens values of the first format, and rejects a new value without its format's name", () => {
  expect(decrypt(sealFirstFormat("kept"), PLACE)).toBe("kept");
  expect(decrypt(encrypt("fresh", PLACE).replace(/^v2\./, ""), PLACE)).toBeNull();
  expect(decrypt(`v2.${sealFirstFormat("kept")}`, PLACE)).toBeNull();
});

test("an older key still opens what it sealed; the first one seals", () => {
  const old = encrypt("kept", PLACE);
  useKeys(`new1:${Buffer.alloc(32, 7).toString("base64")},${KEY}`);
  expect(decrypt(old, PLACE)).toBe("kept");
  expect(encrypt("fresh", PLACE).startsWith("v2.new1.")).toBe(true);
  useKeys(`new1:${Buffer.alloc(32, 7).toString("base64")}`);
  expect(() => decrypt(old, PLACE)).toThrow(/No encryption key/);
});

test("rejects a seal that was altered anywhere", () => {
  const parts = encrypt("secret", PLACE).split(".");
  for (let index = 2; index < parts.length; index += 1) {
    const altered = parts.map((part, at) =>
      at === index ? `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}` : part,
    );
    expect(decrypt(altered.join("."), PLACE)).toBeNull();
  }
});

test("accepts a text signed by the other session secret while both are set, and not after", () => {
  const accepts = (signature: string) => isSignedText("cursor", "a text", (known) => known === signature);
  const takeSecrets = (present: string, fallback?: string) => {
    vi.stubEnv("SVC_SESSION_SECRET", present.repeat(40));
    vi.stubEnv("SVC_SESSION_SECRET_FALLBACK", fallback?.repeat(40));
    resetShared();
  };
  takeSecrets("a");
  const old = signText("cursor", "a text");
  takeSecrets("a", "b");
  expect(signText("cursor", "a text")).toBe(old);
  takeSecrets("b", "a");
  const fresh = signText("cursor", "a text");
  expect([fresh === old, accepts(old), accepts(fresh)]).toEqual([false, true, true]);
  // A process that is one step behind accepts the new secret, too.
  takeSecrets("a", "b");
  expect([accepts(old), accepts(fresh)]).toEqual([true, true]);
  takeSecrets("b");
  expect([accepts(old), accepts(fresh)]).toEqual([false, true]);
  expect(isSignedText("file-ticket", "a text", (known) => known === fresh)).toBe(false);
  vi.unstubAllEnvs();
  resetShared();
});

test("recognizes a token by its prefix and 43 characters", () => {
  expect(isRandomToken(`svc_at_${randomToken()}`, "svc_at_")).toBe(true);
  const random = "a".repeat(43);
  for (const text of [
    "",
    "svc_at_",
    `svc_at_${random.slice(1)}`,
    `svc_at_${random}a`,
    `svc_rt_${random}`,
    `svc_at_${"é".repeat(43)}`,
    `svc_at_${random}\n`,
    ` svc_at_${random}`,
  ]) {
    expect(isRandomToken(text, "svc_at_")).toBe(false);
  }
});
