import { createECDH, createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { readVapidKey } from "../../platform/vapid-key";
import { encryptPush } from "./encrypt";
import { PushSubscription } from "./subscription";
import { signVapid } from "./vapid";

/** RFC 8291, appendix A. */
const EXAMPLE = {
  plaintext: "When I grow up, I want to be a watermelon",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("encrypts the example of RFC 8291", () => {
  const sender = createECDH("prime256v1");
  sender.setPrivateKey(EXAMPLE.senderPrivate, "base64url");
  const message = encryptPush(EXAMPLE.plaintext, EXAMPLE, { salt: Buffer.from(EXAMPLE.salt, "base64url"), sender });
  expect(message.toString("base64url")).toBe(EXAMPLE.message);
});

test("encrypts the same text differently each time", () => {
  const [first, second] = [1, 2].map(() => encryptPush("Hello", EXAMPLE).toString("base64url"));
  expect(first).not.toBe(second);
});

test("signs for the origin of the endpoint, for half a day", () => {
  const key = readVapidKey(`dev_${EXAMPLE.senderPrivate}`);
  if (key === null) throw new Error("no key");
  const at = new Date("2026-11-29T00:00:00Z");
  const [, token = "", publicKey] =
    /^vapid t=(\S+), k=(\S+)$/.exec(signVapid(key, "https://push.example/a/b", at)) ?? [];
  expect(publicKey).toBe(key.publicKey);
  const [header = "", claims = "", signature = ""] = token.split(".");
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(read(header)).toEqual({ typ: "JWT", alg: "ES256" });
  expect(read(claims)).toEqual({
    aud: "https://push.example",
    exp: at.getTime() / 1000 + 12 * 60 * 60,
    sub: "http://localhost:3000",
  });
  const verifier = { key: createPublicKey(key.privateKey), dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", Buffer.from(`${header}.${claims}`), verifier, Buffer.from(signature, "base64url"))).toBe(
    true,
  );
});

test("takes the private number of a P-256 key alone", () => {
  for (const text of ["", "short", "A".repeat(43), `${"_".repeat(42)}8`, `prod_${EXAMPLE.senderPrivate}`])
    expect([text, readVapidKey(text)]).toEqual([text, null]);
});

test("takes what browsers send, and nothing else", () => {
  const { p256dh, auth } = EXAMPLE;
  const good = { endpoint: "https://push.example/1", keys: { p256dh, auth } };
  expect(PushSubscription.safeParse({ ...good, expirationTime: null }).data).toEqual(good);
  for (const bad of [
    null,
    {},
    { ...good, endpoint: "http://push.example/1" },
    { ...good, endpoint: "push.example" },
    { ...good, endpoint: `https://push.example/${"a".repeat(1_000)}` },
    { ...good, keys: { auth } },
    { ...good, keys: { p256dh, auth: "" } },
    { ...good, keys: { p256dh, auth: `${auth}A` } },
    { ...good, keys: { p256dh: `B${"A".repeat(86)}`, auth } },
    { ...good, keys: { p256dh: p256dh.slice(0, 43), auth } },
  ])
    expect([bad, PushSubscription.safeParse(bad).success]).toEqual([bad, false]);
});
