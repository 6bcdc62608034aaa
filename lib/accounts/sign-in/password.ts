import { hash, verify } from "@node-rs/argon2";
import { sha256 } from "@/lib/platform/crypto";
import { shared } from "@/lib/platform/shared";

/** argon2id with the library's parameters (19 MiB, 2 passes), which are OWASP's. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Takes the same time for an account without a password, so that the time does not tell them apart. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await readDecoyHash()), password);
  return passwordHash !== null && matches;
}

function readDecoyHash(): Promise<string> {
  return shared("decoy-password-hash", () => hash("no account has this password"));
}

/** Says which password it was, and nothing about it: the hash itself stays within the modules that compare it. */
export function markPassword(passwordHash: string): string {
  return sha256(passwordHash).toString("base64url");
}
