import { isRandomToken, randomToken, sha256 } from "../../platform/crypto";

const ENVIRONMENTS = ["live", "test"] as const;
export type KeyEnvironment = (typeof ENVIRONMENTS)[number];

const HASH_INDEX_BYTES = 8;

export interface KeySecret {
  plaintext: string;
  environment: KeyEnvironment;
  last4: string;
  hash: Buffer;
  hashIndex: string;
}

export function createSecret(environment: KeyEnvironment): KeySecret {
  const plaintext = `svc_${environment}_${randomToken()}`;
  return { plaintext, environment, last4: plaintext.slice(-4), ...hashSecret(plaintext) };
}

/** The index finds the row; the whole hash is then compared in constant time. */
export function hashSecret(plaintext: string): { hash: Buffer; hashIndex: string } {
  const hash = sha256(plaintext);
  return { hash, hashIndex: hash.subarray(0, HASH_INDEX_BYTES).toString("hex") };
}

export function parseEnvironment(text: string): KeyEnvironment | null {
  return ENVIRONMENTS.find((environment) => isRandomToken(text, `svc_${environment}_`)) ?? null;
}

export function keyEnvironment(isProduction: boolean): KeyEnvironment {
  return isProduction ? "live" : "test";
}
