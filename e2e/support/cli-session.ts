import { makeCliToken } from "../../lib/access/credentials/cli-token";
import { sha256 } from "../../lib/platform/crypto";
import type { TestDatabase } from "./database";
import { createWorld } from "./world";

/** A command line that a person has signed in. */
export async function openCliSession(
  database: Pick<TestDatabase, "query">,
  userId: string,
): Promise<{ id: string; token: string }> {
  const token = makeCliToken();
  const session = { user_id: userId, token_hash: sha256(token), device_name: "laptop" };
  return { id: await createWorld(database).insert("sessions", session), token };
}
