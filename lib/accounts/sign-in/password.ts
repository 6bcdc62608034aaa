import { hash, verify } from "@node-rs/argon2";
import { sha256 } from "@/lib/platform/crypto";
import { shared } from "@/lib/platform/shared";

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Takes as long for an account without a password, so timing does not tell them apart. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await readDecoyHash()), password);
  return passwordHash !== null && matches;
}

function readDecoyHash(): Promise<string> {
  return shared("decoy-password-hash", () => hash("no account has this password"));
}

/** Identifies a password without exposing its hash. */
export function markPassword(passwordHash: string): string {
  return sha256(passwordHash).toString("base64url");
}
