import { randomToken, sha256 } from "../platform/crypto";

/** `svc_cs_` and 32 random bytes; only the hash is kept, and the last 4 characters to tell two apart. */
export function createClientSecret(): { plaintext: string; last4: string; hash: Buffer } {
  const plaintext = `svc_cs_${randomToken()}`;
  return { plaintext, last4: plaintext.slice(-4), hash: sha256(plaintext) };
}
