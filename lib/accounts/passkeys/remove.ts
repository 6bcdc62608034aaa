import { recordAction } from "@/lib/audit/record-action";
import { type Transaction, transaction } from "@/lib/db/transaction";
import { enqueueMail } from "@/lib/mail/enqueue";
import { notFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { LOCK_QUOTA } from "../accounts.sql";
import { listProviders } from "../sign-in/providers";

export async function removePasskey(userId: string, id: string): Promise<"removed" | "passkey_last"> {
  if (!isId("pky", id)) throw notFound();
  const provider = { in: listProviders().map(({ id }) => id) };
  return transaction(async (tx) => {
    // A concurrent second removal must see what the first has left.
    await tx.query(LOCK_QUOTA, { name: `passkeys:${userId}` });
    const passkey = await tx.prisma.passkey.findFirst({
      where: { id, userId },
      select: {
        name: true,
        user: {
          select: {
            email: true,
            locale: true,
            passwordHash: true,
            _count: { select: { passkeys: true, identities: { where: { provider } } } },
          },
        },
      },
    });
    if (!passkey) throw notFound();
    const { email, locale, passwordHash, _count: others } = passkey.user;
    if (passwordHash === null && others.identities === 0 && others.passkeys === 1) return "passkey_last";
    await tx.prisma.passkey.delete({ where: { id } });
    const facts = { change: "removed", name: passkey.name };
    await enqueueMail(tx, { kind: "passkey_changed", recipient: email, locale, facts });
    recordAction(tx, { name: "passkey.remove", userId, resourceId: id, scope: "own area" });
    return "removed";
  });
}

export async function removeAllPasskeys(tx: Transaction, userId: string): Promise<void> {
  // A passkey being added right now is found after the lock, or belongs to a session that has ended.
  await tx.query(LOCK_QUOTA, { name: `passkeys:${userId}` });
  const rows = await tx.prisma.passkey.findMany({ where: { userId }, select: { id: true } });
  await tx.prisma.passkey.deleteMany({ where: { userId } });
  const act = { name: "passkey.remove", userId, scope: "own area" } as const;
  recordAction(tx, ...rows.map(({ id }) => ({ ...act, resourceId: id })));
}
