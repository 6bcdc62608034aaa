import { createPublicKey, type KeyObject, verify } from "node:crypto";

const ENTRY = /^([A-Za-z0-9._-]{1,100}):([A-Za-z0-9+/]{20,400}={0,2})$/;

export function parsePublicKeys(list: string): Map<string, KeyObject> | null {
  const keys = new Map<string, KeyObject>();
  for (const entry of list.split(",").filter((text) => text.trim() !== "")) {
    const [, id, encoded] = ENTRY.exec(entry.trim()) ?? [];
    const key = encoded === undefined ? null : readPublicKey(encoded);
    if (id === undefined || key === null || keys.has(id)) return null;
    keys.set(id, key);
  }
  return keys;
}

function readPublicKey(encoded: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(encoded, "base64"), format: "der", type: "spki" });
    const isP256 = key.asymmetricKeyDetails?.namedCurve === "prime256v1";
    return isP256 || key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

export function isSignedBy(key: KeyObject, bytes: Uint8Array, signature: string): boolean {
  const algorithm = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  try {
    return verify(algorithm, bytes, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}
