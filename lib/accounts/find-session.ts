import { now } from "@/lib/platform/clock";
import { query } from "@/lib/platform/db";
import { SESSION_USE_STALE_MS } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { prisma } from "@/lib/platform/prisma";
import type { SignedInUser } from "./account";
import { FIND_OPEN_SESSION } from "./accounts.sql";
import type { SessionName } from "./session-cookie";

export interface OpenSession {
  id: string;
  user: SignedInUser;
}

/** null: it has ended or expired, or it never existed. */
export async function findOpenSession({ sessionId, userId }: SessionName): Promise<OpenSession | null> {
  const at = now();
  const [found] = await query(FIND_OPEN_SESSION, [sessionId, userId, at]);
  if (!found) return null;
  const { lastUsedAt, ...user } = found;
  if (at.getTime() - lastUsedAt.getTime() >= SESSION_USE_STALE_MS) noteUse(sessionId, at);
  return { id: sessionId, user };
}

/** Not waited for: a request is answered without this write, and it fails without consequence. */
function noteUse(id: string, at: Date): void {
  const before = new Date(at.getTime() - SESSION_USE_STALE_MS);
  prisma()
    .session.updateMany({ where: { id, lastUsedAt: { lte: before } }, data: { lastUsedAt: at } })
    .catch((error: unknown) => log().warn({ error }, "the last use of a session could not be written"));
}
