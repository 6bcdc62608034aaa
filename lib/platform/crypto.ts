import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { env, sessionSecrets } from "./env";
import { log } from "./log";
import type { SealedPlace } from "./sealed-places";
import { shared } from "./shared";

/** By a string: a Buffer that Node's hash makes by itself costs more than twice the hash. */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash("sha256", data, "binary"), "latin1");
}

/** Constant time for equal lengths; lengths themselves are no secret here (all are digests). */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

export function isRandomToken(text: string, prefix: string): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));
}

/** An HMAC that is good for one purpose only: each has a key of its own, made from the session secret. */
export function signText(purpose: string, text: string): string {
  return signWith(0, purpose, text);
}

/** Whether `isIt` knows one of the signatures: that of the present session secret, or of the one that is being rotated. */
export function isSignedText(purpose: string, text: string, isIt: (signature: string) => boolean): boolean {
  return sessionSecrets().some((_secret, index) => isIt(signWith(index, purpose, text)));
}

function signWith(index: number, purpose: string, text: string): string {
  const key = shared(`signing-key ${index} ${purpose}`, () =>
    createHmac("sha256", sessionSecrets()[index] ?? "")
      .update(purpose)
      .digest(),
  );
  return createHmac("sha256", key).update(text).digest("base64url");
}

const FORMAT = "v2";

/**
 * The text of a sealed secret names its format and its key, so that both can change: `v2.<key id>.<iv>.<tag>.<data>`. It
 * opens only at its place: copied to another row or column it is nothing.
 */
export function encrypt(plaintext: string, place: SealedPlace): string {
  const { first } = encryptionKeys();
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", first.key, iv);
  cipher.setAAD(Buffer.from(bind(first.id, place)));
  const data = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  const binary = [iv, cipher.getAuthTag(), data].map((part) => part.toString("base64url"));
  return sealPrefix() + binary.join(".");
}

/** null: the value was altered, or belongs to another place; the log says which place. A key that is gone throws. */
export function decrypt(sealed: string, place: SealedPlace): string | null {
  const parts = sealed.split(".");
  const isBound = parts.length === 5 && parts[0] === FORMAT;
  const [id = "", iv = "", tag = "", data = ""] = isBound ? parts.slice(1) : parts;
  const key = encryptionKeys().byId.get(id);
  if (!key) throw new Error(`No encryption key "${id.slice(0, 40)}" in SVC_ENCRYPTION_KEY.`);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), { authTagLength: 16 });
    // The first format was bound to its key alone; such values are sealed again at the next start.
    decipher.setAAD(Buffer.from(isBound ? bind(id, place) : id));
    decipher.setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(data, "base64url")), decipher.final()]).toString("utf8");
  } catch {
    log().error({ place }, "a sealed value does not open at its place: it was altered, or copied from another row");
    return null;
  }
}

function bind(keyId: string, place: SealedPlace): string {
  return `${FORMAT}\n${keyId}\n${place}`;
}

/** How every value begins that is sealed in the present format under the present key. */
export function sealPrefix(): string {
  return `${FORMAT}.${encryptionKeys().first.id}.`;
}

/** The key that seals first, and after it those that open what they once sealed. */
export function listEncryptionKeyIds(): readonly string[] {
  return [...encryptionKeys().byId.keys()];
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
