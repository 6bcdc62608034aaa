import { now } from "../platform/clock";
import { randomToken, sha256 } from "../platform/crypto";
import type { Executor } from "../platform/db";
import { newId } from "../platform/ids";

export async function createClientSecret(executor: Executor, appId: string): Promise<string> {
  const { plaintext, last4, hash } = makeClientSecret();
  await executor.sql(
    "insert_app_secret",
    "INSERT INTO oauth_app_secrets (id, app_id, hash, last4, created_at) VALUES ($1, $2, $3, $4, $5)",
    [newId("sec"), appId, hash, last4, now()],
  );
  return plaintext;
}

/** `svc_cs_` and 32 random bytes; only the hash is kept, and the last 4 characters to tell two apart. */
export function makeClientSecret(): { plaintext: string; last4: string; hash: Buffer } {
  const plaintext = `svc_cs_${randomToken()}`;
  return { plaintext, last4: plaintext.slice(-4), hash: sha256(plaintext) };
}
