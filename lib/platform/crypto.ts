import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "./env";
import { shared } from "./shared";

export function sha256(data: string | Uint8Array): Buffer {
  return hash("sha256", data, "buffer");
}

/** Constant time for equal lengths; lengths themselves are no secret here (all are digests). */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** An HMAC that is good for one purpose only: each has a key of its own, made from the session secret. */
export function signText(purpose: string, text: string): string {
  const key = shared(`signing-key ${purpose}`, () =>
    createHmac("sha256", env().SVC_SESSION_SECRET).update(purpose).digest(),
  );
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** The text of a sealed secret names its key, so that the key can be rotated: `<key id>.<iv>.<tag>.<data>`. */
export function encrypt(plaintext: string): string {
  const { first } = encryptionKeys();
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", first.key, iv);
  cipher.setAAD(Buffer.from(first.id));
  const data = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return [
    first.id,
    iv.toString("base64url"),
    cipher.getAuthTag().toString("base64url"),
    data.toString("base64url"),
  ].join(".");
}

export function decrypt(sealed: string): string {
  const [id = "", iv = "", tag = "", data = ""] = sealed.split(".");
  const key = encryptionKeys().byId.get(id);
  if (!key) throw new Error(`No encryption key "${id}" in SVC_ENCRYPTION_KEY.`);
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([decipher.update(Buffer.from(data, "base64url")), decipher.final()]).toString("utf8");
}

function encryptionKeys() {
  return shared("encryption-keys", () => {
    const keys = env()
      .SVC_ENCRYPTION_KEY.split(",")
      .map((entry) => {
        const [id = "", key = ""] = entry.split(":");
        return { id, key: Buffer.from(key, "base64") };
      });
    const [first] = keys;
    if (!first) throw new Error("SVC_ENCRYPTION_KEY holds no key.");
    return { first, byId: new Map(keys.map(({ id, key }) => [id, key])) };
  });
}
