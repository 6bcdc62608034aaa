import { now } from "@/lib/platform/clock";
import { SESSION_USE_STALE_MS } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { prisma } from "@/lib/platform/prisma";
import type { SignedInUser } from "./account";
import { SIGNED_IN_USER } from "./queries";
import type { SessionName } from "./session-cookie";

export interface OpenSession {
  id: string;
  user: SignedInUser;
}

/** null: it has ended or expired, or it never existed. */
export async function findOpenSession({ sessionId, userId }: SessionName): Promise<OpenSession | null> {
  const at = now();
  const found = await prisma().session.findFirst({
    where: { id: sessionId, userId, endedAt: null, expiresAt: { gt: at } },
    select: { lastUsedAt: true, user: { select: SIGNED_IN_USER } },
  });
  if (!found) return null;
  if (at.getTime() - found.lastUsedAt.getTime() >= SESSION_USE_STALE_MS) noteUse(sessionId, at);
  return { id: sessionId, user: found.user };
}

/** Not waited for: a request is answered without this write, and it fails without consequence. */
function noteUse(id: string, at: Date): void {
  const before = new Date(at.getTime() - SESSION_USE_STALE_MS);
  prisma()
    .session.updateMany({ where: { id, lastUsedAt: { lte: before } }, data: { lastUsedAt: at } })
    .catch((error: unknown) => log().warn({ error }, "the last use of a session could not be written"));
}
