import { makeCliToken } from "../../lib/access/credentials/cli-token";
import { sha256 } from "../../lib/platform/crypto";
import { newId } from "../../lib/platform/ids";
import type { TestDatabase } from "./database";

/** A command line that a person has signed in. */
export async function openCliSession({ query }: TestDatabase, userId: string): Promise<{ id: string; token: string }> {
  const [id, token] = [newId("ses"), makeCliToken()];
  await query(
    `INSERT INTO sessions (id, user_id, created_at, last_used_at, expires_at, token_hash, device_name)
     VALUES ($1, $2, now(), now(), now() + interval '1 day', $3, 'laptop')`,
    [id, userId, sha256(token)],
  );
  return { id, token };
}
