import { recordAction } from "@/lib/audit/record-action";
import { transaction } from "@/lib/db/transaction";
import { enqueueMail } from "@/lib/mail/enqueue";
import { checkInput } from "@/lib/platform/check-input";
import { newPassword, type SignedInUser } from "../profile/account";
import { type EndMore, endSessionsOf } from "../sessions/end-session";
import { hashPassword } from "../sign-in/password";
import { findMailToken, useMailToken } from "./use-mail-token";

/**
 * Ends every session, so anyone who knew the old password is out. The mail names the remaining passkeys, because one
 * may be an intruder's.
 */
export async function setPassword(
  token: string,
  typed: string,
  endMore: EndMore | null = null,
): Promise<SignedInUser | null> {
  const open = await findMailToken(token, "password_reset");
  if (open === null) return null;
  const passwordHash = await hashPassword(checkInput(newPassword(open.email), typed, "password"));
  return transaction(async (tx) => {
    const used = await useMailToken(tx, token, "password_reset");
    if (used === null) return null;
    const { email } = used;
    const changed = await tx.prisma.user.updateMany({ where: { email }, data: { passwordHash } });
    if (changed.count === 0) return null;
    const user = await tx.prisma.user.findUniqueOrThrow({
      where: { email },
      select: { id: true, email: true, name: true, locale: true, isAdmin: true },
    });
    const sessions = await endSessionsOf(tx, user.id);
    await endMore?.(tx, user.id);
    const left = { where: { userId: user.id }, select: { name: true }, orderBy: { id: "desc" } } as const;
    const passkeys = await tx.prisma.passkey.findMany(left);
    const facts = { passkeys: passkeys.map(({ name }) => name) };
    await enqueueMail(tx, { kind: "password_changed", recipient: email, locale: user.locale, facts });
    const details = { sessions };
    recordAction(tx, {
      name: "account.reset_password",
      userId: user.id,
      resourceId: user.id,
      scope: "own area",
      details,
    });
    return user;
  });
}
