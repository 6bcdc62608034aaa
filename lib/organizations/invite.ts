import { checkRole, explainRefusal, mayManage } from "../access/membership";
import { enqueueMail } from "../mail/enqueue";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { isId, newId } from "../platform/ids";
import { INVITATION_LIFETIME_MS } from "../platform/limits";
import { lockOrganization, recordOrganizationAct } from "./lock-organization";
import type { OrganizationAccess } from "./open-organization";
import { countTakenSeats } from "./seats-query";
import { Email, refuse } from "./settings";

const MAILS_WINDOW_MS = 24 * 60 * 60 * 1000;
const MAILS_PER_ADDRESS = 5;

/**
 * The result is the same whether the address has an account or not: only the person who signs in with it sees the
 * invitation. A second invitation for the same address replaces the first.
 */
export async function invite(access: OrganizationAccess, input: { email: string; role: number }): Promise<void> {
  const [email, role] = [checkInput(Email, input.email, "email"), checkRole(input.role)];
  const { organizationId, userId } = access;
  return transaction(async (tx) => {
    const { role: actorRole, seats } = await lockOrganization(tx, access);
    if (!mayManage(actorRole)) throw explainRefusal("managers_only", "");
    if (role > actorRole) throw explainRefusal("above_own_role");
    const members = await tx.prisma.organizationMembership.count({ where: { organizationId, user: { email } } });
    if (members > 0) throw refuse("already_member", "email");
    // A replaced invitation gives its seat to the new one.
    await tx.prisma.invitation.deleteMany({ where: { organizationId, email } });
    if ((await countTakenSeats(access, tx)) >= seats) throw refuse("seats_full", "email");
    const [id, at] = [newId("inv"), now()];
    const expiresAt = new Date(at.getTime() + INVITATION_LIFETIME_MS);
    const data = { id, organizationId, email, role, invitedById: userId, createdAt: at, expiresAt };
    await tx.prisma.invitation.create({ data });
    await tellByMail(tx, { id, email, userId });
    // Without the e-mail address: it is erased with the invitation, and this row is kept for years.
    recordOrganizationAct(tx, access, { name: "invitation.create", resourceId: id, details: { role } });
  });
}

/** An address that is invited again and again gets a few mails a day, whichever organization asks. */
async function tellByMail(tx: Transaction, { id, email, userId }: { id: string; email: string; userId: string }) {
  const since = new Date(now().getTime() - MAILS_WINDOW_MS);
  const where = { kind: "invitation", recipient: email, createdAt: { gt: since } };
  if ((await tx.prisma.mail.count({ where })) >= MAILS_PER_ADDRESS) return;
  const sender = await tx.prisma.user.findUnique({ where: { id: userId }, select: { locale: true } });
  const facts = { invitationId: id };
  await enqueueMail(tx, { kind: "invitation", recipient: email, locale: sender?.locale, facts });
}

/** Does nothing when the invitation is gone already. */
export function withdrawInvitation(access: OrganizationAccess, invitationId: string): Promise<void> {
  const { organizationId } = access;
  return transaction(async (tx) => {
    const { role } = await lockOrganization(tx, access);
    if (!mayManage(role)) throw explainRefusal("managers_only", "");
    if (!isId("inv", invitationId)) return;
    const { count } = await tx.prisma.invitation.deleteMany({ where: { id: invitationId, organizationId } });
    if (count === 0) return;
    recordOrganizationAct(tx, access, { name: "invitation.withdraw", resourceId: invitationId });
  });
}
