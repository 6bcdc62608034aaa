import { useMailToken } from "../accounts/mail-links/use-mail-token";
import { removeAllPasskeys } from "../accounts/passkeys/remove";
import { endSessionsOf } from "../accounts/sessions/end-session";
import { revokePersonalKeys } from "../api-keys/revoke";
import { recordAction } from "../audit/record-action";
import { type Transaction, transaction } from "../db/transaction";
import { revokeGrantsOfPerson } from "../oauth/grants/revoke-own-grant";
import { now } from "../platform/clock";
import { isMailConfigured } from "../platform/mail-transport";

/**
 * Ends whatever lets someone act as this person, except sessions. Without a password and without outgoing mail a
 * passkey is the only way to sign in, so passkeys stay then.
 */
export async function endAccess(tx: Transaction, userId: string): Promise<void> {
  const user = await tx.prisma.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (isMailConfigured() || user?.passwordHash) await removeAllPasskeys(tx, userId);
  await revokePersonalKeys(tx, userId);
  await revokeGrantsOfPerson(tx, userId, now());
}

/** The password goes too, since the intruder may know it; the person sets a new one by mail. */
export function endAccessByMail(token: string): Promise<boolean> {
  return transaction(async (tx) => {
    const used = await useMailToken(tx, token, "not_me");
    const user = used && (await tx.prisma.user.findUnique({ where: { email: used.email }, select: { id: true } }));
    if (!user) return false;
    const { id: userId } = user;
    await tx.prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
    const details = { sessions: await endSessionsOf(tx, userId) };
    recordAction(tx, { name: "account.secure", userId, resourceId: userId, scope: "own area", details });
    await endAccess(tx, userId);
    return true;
  });
}
