import { recordAction } from "@/lib/audit/record-action";
import { type Transaction, transaction } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { endReferenceGrants } from "./end-reference-grants";
import type { SessionName } from "./session-cookie";

export function endSession({ sessionId, userId }: SessionName): Promise<boolean> {
  return transaction(async (tx) => {
    const at = now();
    const { count } = await tx.prisma.session.updateMany({
      where: { id: sessionId, userId, endedAt: null },
      data: { endedAt: at },
    });
    if (count === 0) return false;
    await endReferenceGrants(tx, userId, at);
    recordAction(tx, { name: "session.end", userId, resourceId: sessionId, scope: "own area" });
    return true;
  });
}

export type EndMore = (tx: Transaction, userId: string) => Promise<void>;

export function endAllSessions(
  userId: string,
  keptSessionId: string | null = null,
  endMore: EndMore | null = null,
): Promise<number> {
  return transaction(async (tx) => {
    const count = await endSessionsOf(tx, userId, keptSessionId);
    const details = { sessions: count };
    if (count > 0) recordAction(tx, { name: "session.end_all", userId, resourceId: null, scope: "own area", details });
    await endMore?.(tx, userId);
    return count;
  });
}

/**
 * An approved command line that has not collected its session ends too, or it would outlive all others. A concurrent
 * collection either comes first and its session is found, or finds nothing.
 */
export async function endSessionsOf(
  tx: Transaction,
  userId: string,
  keptSessionId: string | null = null,
): Promise<number> {
  const { cliLogin, session } = tx.prisma;
  const at = now();
  await cliLogin.updateMany({ where: { decidedById: userId, collectedAt: null }, data: { collectedAt: at } });
  const { count } = await session.updateMany({
    where: { userId, endedAt: null, ...(keptSessionId === null ? {} : { id: { not: keptSessionId } }) },
    data: { endedAt: at },
  });
  await endReferenceGrants(tx, userId, at);
  return count;
}
