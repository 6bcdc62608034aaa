import { hash, verify } from "@node-rs/argon2";
import { shared } from "@/lib/platform/shared";

/** argon2id with the library's parameters (19 MiB, 2 passes), which are OWASP's. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** An account without a password costs the same time as one with: the answer must not tell them apart. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await readDecoyHash()), password);
  return passwordHash !== null && matches;
}

function readDecoyHash(): Promise<string> {
  return shared("decoy-password-hash", () => hash("nobody has this password"));
}
