import { recordAction, type ScannerAction } from "@/lib/audit/record-action";
import { type Transaction, transaction } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { isCliToken } from "../../access/credentials/cli-token";
import type { SessionName } from "./session-cookie";

/** It has no redirect URI, so nobody can be asked for consent in its name. */
export const REFERENCE_CLIENT_ID = "api-reference";

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

async function endReferenceGrants({ prisma }: Transaction, userId: string, at: Date): Promise<void> {
  await prisma.oAuthGrant.updateMany({
    where: { userId, app: { clientId: REFERENCE_CLIENT_ID }, revokedAt: null, expiresAt: { gt: at } },
    data: { revokedAt: at, revokedReason: "user" },
  });
}

export async function endLeakedSessions(
  tx: Transaction,
  leaks: readonly { token: string; url: string | null }[],
): Promise<{ known: Set<string>; acts: ScannerAction[] }> {
  const tokens = new Map(
    leaks.filter(({ token }) => isCliToken(token)).map((leak) => [sha256(leak.token).toString("hex"), leak]),
  );
  const known = new Set<string>();
  const acts: ScannerAction[] = [];
  for (const { id, tokenHash, user } of await findSessions(tx, [...tokens.keys()])) {
    const leak = tokens.get(Buffer.from(tokenHash ?? []).toString("hex"));
    if (!leak) continue;
    known.add(leak.token);
    const { count } = await tx.prisma.session.updateMany({ where: { id, endedAt: null }, data: { endedAt: now() } });
    const { billingEntityId } = user;
    if (count > 0) acts.push({ name: "session.end", resourceId: id, billingEntityId, foundAt: leak.url });
  }
  return { known, acts };
}

/** The order of ids keeps two concurrent reports from a deadlock. */
async function findSessions({ prisma }: Transaction, hashes: readonly string[]) {
  if (hashes.length === 0) return [];
  return prisma.session.findMany({
    where: { tokenHash: { in: hashes.map((hash) => Buffer.from(hash, "hex")) } },
    select: { id: true, tokenHash: true, user: { select: { billingEntityId: true } } },
    orderBy: { id: "asc" },
  });
}
