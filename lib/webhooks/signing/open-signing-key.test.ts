import { beforeEach, expect, it, vi } from "vitest";
import { encrypt } from "../../platform/crypto";
import { secretPlace } from "../../platform/sealed-places";
import { openSigningKey } from "./open-signing-key";
import { signBody } from "./signature";

const body = Buffer.from("{}");
beforeEach(() => {
  vi.stubEnv("SVC_LOG_LEVEL", "silent");
});

it("signs as the text of the secret does, each time", () => {
  const sealed = encrypt("whsec_ä", secretPlace("wh_a"));
  for (let turn = 0; turn < 3; turn += 1) {
    const key = openSigningKey("wh_a", sealed);
    expect(key && signBody(key, 1, body)).toBe(signBody("whsec_ä", 1, body));
  }
});

it("opens a secret at its webhook alone, also when it was opened there before", () => {
  const sealed = encrypt("whsec_a", secretPlace("wh_a"));
  expect(openSigningKey("wh_a", sealed)).not.toBeNull();
  expect(openSigningKey("wh_b", sealed)).toBeNull();
  expect(openSigningKey("wh_a", `${sealed.slice(0, -2)}AA`)).toBeNull();
});

it("opens the secrets of more webhooks than it remembers", () => {
  const ids = Array.from({ length: 1_200 }, (_, n) => `wh_${n}`);
  const sealed = ids.map((id) => encrypt(`whsec_${id}`, secretPlace(id)));
  for (let turn = 0; turn < 2; turn += 1)
    for (const [n, id] of ids.entries()) {
      const key = openSigningKey(id, sealed[n] ?? "");
      expect(key && signBody(key, 1, body)).toBe(signBody(`whsec_${id}`, 1, body));
    }
});
