import { createECDH, createPrivateKey, type KeyObject } from "node:crypto";

export interface VapidKey {
  publicKey: string;
  privateKey: KeyObject;
}

/** The text that tools for Web Push print: the private number of a P-256 key in base64url. */
export function readVapidKey(text: string): VapidKey | null {
  const [, d] = /^(?:dev_)?([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
  if (d === undefined) return null;
  try {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(d, "base64url");
    const point = pair.getPublicKey();
    const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
    const privateKey = createPrivateKey({ key: { kty: "EC", crv: "P-256", d, x, y }, format: "jwk" });
    return { publicKey: point.toString("base64url"), privateKey };
  } catch {
    return null;
  }
}
