import { recordAction } from "@/lib/audit/record-action";
import type { Transaction } from "@/lib/db/transaction";
import { LOCK_QUOTA } from "../accounts.sql";

export async function removeAllPasskeys(tx: Transaction, userId: string): Promise<void> {
  // A passkey being added right now is found after the lock, or belongs to a session that has ended.
  await tx.query(LOCK_QUOTA, [`passkeys:${userId}`]);
  const rows = await tx.prisma.passkey.findMany({ where: { userId }, select: { id: true } });
  await tx.prisma.passkey.deleteMany({ where: { userId } });
  const act = { name: "passkey.remove", userId, scope: "own area" } as const;
  recordAction(tx, ...rows.map(({ id }) => ({ ...act, resourceId: id })));
}
