import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { env, sessionSecrets } from "./env";
import { log } from "./log";
import type { SealedPlace } from "./sealed-places";
import { shared } from "./shared";

/** The Buffer that Node's hash makes by itself costs more than twice the hash. */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash("sha256", data, "binary"), "latin1");
}

/** Comparing takes constant time for equal lengths. The lengths are public, since all of these are digests. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

export function isRandomToken(text: string, prefix: string): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));
}

/** Each purpose has a key of its own, so a signature for one is worthless for another. */
export function signText(purpose: string, text: string): string {
  return signWith(0, purpose, text);
}

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

/** `v2.<key id>.<iv>.<tag>.<data>`. The place is authenticated, so a value copied to another row does not open. */
export function encrypt(plaintext: string, place: SealedPlace): string {
  const { first } = encryptionKeys();
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", first.key, iv);
  cipher.setAAD(Buffer.from(bind(first.id, place)));
  const data = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  const binary = [iv, cipher.getAuthTag(), data].map((part) => part.toString("base64url"));
  return sealPrefix() + binary.join(".");
}

export function decrypt(sealed: string, place: SealedPlace): string | null {
  const parts = sealed.split(".");
  const isBound = parts.length === 5 && parts[0] === FORMAT;
  const [id = "", iv = "", tag = "", data = ""] = isBound ? parts.slice(1) : parts;
  const key = encryptionKeys().byId.get(id);
  if (!key) throw new Error(`No encryption key "${id.slice(0, 40)}" in SVC_ENCRYPTION_KEY.`);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), { authTagLength: 16 });
    // The first format authenticated only its key id; its values are sealed again at the next start.
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

export function sealPrefix(): string {
  return `${FORMAT}.${encryptionKeys().first.id}.`;
}

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
    if (!first) throw new Error("SVC_ENCRYPTION_KEY contains no key.");
    return { first, byId: new Map(keys.map(({ id, key }) => [id, key])) };
  });
}
