import { createCipheriv, randomBytes } from "node:crypto";

/** A value sealed in the first format, bound to its key and to no place, as older databases still hold it. */
export function sealFirstFormat(plaintext: string): string {
  const [id = "", key = ""] = (process.env["SVC_ENCRYPTION_KEY"] ?? "").split(",").at(-1)?.split(":") ?? [];
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), iv);
  cipher.setAAD(Buffer.from(id));
  const data = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return [id, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString("base64url"))].join(".");
}
