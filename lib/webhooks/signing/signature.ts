import { createHmac, type KeyObject } from "node:crypto";

/** As text in samples. */
export type SigningKey = string | KeyObject;

/** §6: keyed with the whole text of the secret, over the ASCII timestamp, a dot, and the bytes that are sent. */
export function signBody(secret: SigningKey, timestamp: number, body: Uint8Array): string {
  return createHmac("sha256", secret).update(`${timestamp}.`, "ascii").update(body).digest("hex");
}

/** One part for each secret, the current one first. */
export function writeSignatureHeader(secrets: readonly SigningKey[], timestamp: number, body: Uint8Array): string {
  return secrets.map((secret) => `v1=${signBody(secret, timestamp, body)}`).join(",");
}

/** Standard Webhooks: the same key, over id, timestamp and body; one part for each secret, separated by spaces. */
export function writeStandardSignatures(
  secrets: readonly SigningKey[],
  { id, timestamp, body }: { id: string; timestamp: number; body: Uint8Array },
): string {
  const sign = (secret: SigningKey) =>
    createHmac("sha256", secret).update(`${id}.${timestamp}.`, "ascii").update(body).digest("base64");
  return secrets.map((secret) => `v1,${sign(secret)}`).join(" ");
}

/** The old scheme of `X-Webhook-Signature`: over the body alone. */
export function signLegacy(secret: SigningKey, body: Uint8Array): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
