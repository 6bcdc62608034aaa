import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from "node:crypto";
import { ASSERTION_TYPE } from "../../../lib/oauth/server/authorize-url";

/** A client's pair of keys: the private one signs, the public one is published. */
export interface SigningKey {
  alg: string;
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: JsonWebKey;
}

export function makeKey(alg: "ES256" | "RS256" | "EdDSA" = "ES256", kid: string = randomUUID()): SigningKey {
  const { privateKey, publicKey } =
    alg === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : alg === "RS256"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 })
        : generateKeyPairSync("ed25519");
  return { alg, kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg, use: "sig" } };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export interface AssertionChange {
  header?: object;
  claims?: object;
}

/** Good for a minute, unless a change makes it bad. */
export function signAssertion(
  key: SigningKey,
  clientId: string,
  issuer: string,
  { header = {}, claims = {} }: AssertionChange = {},
): string {
  const seconds = Math.floor(Date.now() / 1000);
  const facts = { iss: clientId, sub: clientId, aud: issuer, iat: seconds, exp: seconds + 60, jti: randomUUID() };
  const signed = `${encode({ alg: key.alg, kid: key.kid, typ: "JWT", ...header })}.${encode({ ...facts, ...claims })}`;
  return `${signed}.${signText(key, signed).toString("base64url")}`;
}

function signText({ alg, privateKey }: SigningKey, text: string): Buffer {
  const digest = alg === "EdDSA" ? null : "sha256";
  return sign(digest, Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
}

/** HS256 with the published key as its secret: verifiers that let the header choose take it. */
export function signWithPublicKey({ publicKey, kid }: SigningKey, assertion: string): string {
  const signed = `${encode({ alg: "HS256", kid, typ: "JWT" })}.${assertion.split(".")[1]}`;
  const secret = publicKey.export({ format: "pem", type: "spki" });
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

export function dropSignature(assertion: string): string {
  return `${encode({ alg: "none" })}.${assertion.split(".")[1]}.`;
}

export const asserted = (client_assertion: string) => ({
  client_assertion,
  client_assertion_type: ASSERTION_TYPE,
  client_secret: undefined,
});
