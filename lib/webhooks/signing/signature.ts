import { createHmac, type KeyObject } from "node:crypto";

export type SigningKey = string | KeyObject;

/** §6: the key is the whole text of the secret; it covers the ASCII timestamp, a dot, and the bytes that are sent. */
export function signBody(secret: SigningKey, timestamp: number, body: Uint8Array): string {
  return createHmac("sha256", secret).update(`${timestamp}.`, "ascii").update(body).digest("hex");
}

export function writeSignatureHeader(secrets: readonly SigningKey[], timestamp: number, body: Uint8Array): string {
  return secrets.map((secret) => `v1=${signBody(secret, timestamp, body)}`).join(",");
}

export function writeStandardSignatures(
  secrets: readonly SigningKey[],
  { id, timestamp, body }: { id: string; timestamp: number; body: Uint8Array },
): string {
  const sign = (secret: SigningKey) =>
    createHmac("sha256", secret).update(`${id}.${timestamp}.`, "ascii").update(body).digest("base64");
  return secrets.map((secret) => `v1,${sign(secret)}`).join(" ");
}

export function signLegacy(secret: SigningKey, body: Uint8Array): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
