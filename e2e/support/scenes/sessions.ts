import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { makeCliToken } from "../../../lib/access/credentials/cli-token";
import { encodeSession } from "../../../lib/accounts/sessions/session-cookie";
import { sha256 } from "../../../lib/platform/crypto";
import { SESSION_LIFETIME_MS } from "../../../lib/platform/limits";
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

/** A session as a sign-in leaves it, without the password's deliberately slow check; `cookie` is its `svc-session`. */
export async function plantSession(
  manifestFile: string,
  database: Pick<TestDatabase, "query">,
  userId: string,
  { ageMinutes = 0, userAgent = null }: { ageMinutes?: number; userAgent?: string | null } = {},
): Promise<string> {
  const session = { user_id: userId, created_at: new Date(Date.now() - ageMinutes * 60_000), user_agent: userAgent };
  const expires_at = new Date(Date.now() + SESSION_LIFETIME_MS);
  const sessionId = await createWorld(database).insert("sessions", { ...session, expires_at });
  const { SVC_SESSION_SECRET: secret = "" } = parseEnv(readFileSync(join(dirname(manifestFile), "env"), "utf8"));
  return encodeSession({ token: { sub: userId, sessionId }, secret });
}
