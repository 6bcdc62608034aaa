import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { parsePublicKeys } from "./public-keys";

const der = (key: KeyObject) => key.export({ format: "der", type: "spki" }).toString("base64");
const P256 = der(generateKeyPairSync("ec", { namedCurve: "prime256v1" }).publicKey);
const ED25519 = der(generateKeyPairSync("ed25519").publicKey);

test("parses several keys with blanks between them", () => {
  expect([...(parsePublicKeys(` a:${P256} , b-2.x:${ED25519},`)?.keys() ?? [])]).toEqual(["a", "b-2.x"]);
  expect(parsePublicKeys("")?.size).toBe(0);
});

test.each([
  ["no id", `:${P256}`],
  ["no key", "a:"],
  ["an id twice", `a:${P256},a:${ED25519}`],
  ["no base64", "a:!!!!!!!!!!!!!!!!!!!!!!!!!"],
  ["no key in it", `a:${Buffer.alloc(91).toString("base64")}`],
  ["another curve", `a:${der(generateKeyPairSync("ec", { namedCurve: "secp384r1" }).publicKey)}`],
  ["RSA", `a:${der(generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey)}`],
  [
    "a private key",
    `a:${generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")}`,
  ],
])("%s is refused", (_, list) => {
  expect(parsePublicKeys(list)).toBeNull();
});
