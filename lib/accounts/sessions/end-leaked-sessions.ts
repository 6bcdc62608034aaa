import { isCliToken } from "../../access/credentials/cli-token";
import type { ScannerAction } from "../../audit/record-action";
import type { Transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";

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
