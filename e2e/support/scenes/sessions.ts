import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { makeCliToken } from "../../../lib/access/credentials/cli-token";
import { encodeSession } from "../../../lib/accounts/sessions/session-cookie";
import { sha256 } from "../../../lib/platform/crypto";
import { newId } from "../../../lib/platform/ids";
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

/** A session as a sign-in leaves it, without the password's deliberately slow check. */
export async function plantSession(
  manifestFile: string,
  { query }: TestDatabase,
  userId: string,
  ageMinutes = 0,
): Promise<{ id: string; cookie: string }> {
  const id = newId("ses");
  await query(
    `INSERT INTO sessions (id, user_id, created_at, last_used_at, expires_at)
     VALUES ($1, $2, now() - $3 * interval '1 minute', now(), now() + interval '1 day')`,
    [id, userId, ageMinutes],
  );
  const { SVC_SESSION_SECRET: secret = "" } = parseEnv(readFileSync(join(dirname(manifestFile), "env"), "utf8"));
  const token = await encodeSession({ token: { sub: userId, sessionId: id }, secret });
  return { id, cookie: `svc-session=${token}` };
}
