import { prisma } from "../../db/prisma";
import { SESSION_USE_STALE_MS } from "../../platform/limits";
import { log } from "../../platform/log";

/** The caller does not wait, because no request depends on this write. */
export function recordSessionUse(id: string, lastUsedAt: Date, at: Date): void {
  if (at.getTime() - lastUsedAt.getTime() < SESSION_USE_STALE_MS) return;
  const before = new Date(at.getTime() - SESSION_USE_STALE_MS);
  prisma()
    .session.updateMany({ where: { id, lastUsedAt: { lte: before } }, data: { lastUsedAt: at } })
    .catch((error: unknown) => log().warn({ error }, "the last use of a session could not be written"));
}
