import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { encodeSession } from "../../lib/accounts/sessions/session-cookie";
import { newId } from "../../lib/platform/ids";
import type { TestDatabase } from "./database";

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
