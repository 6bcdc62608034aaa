import { checkRole, explainRefusal, mayManage } from "../access/membership";
import { findMailToken } from "../accounts/mail-links/use-mail-token";
import { recordAction } from "../audit/record-action";
import { eraseInBatches, eraseUnheld } from "../db/erase";
import { type Transaction, transaction } from "../db/transaction";
import { enqueueMail } from "../mail/enqueue";
import { lockOrganization, recordOrganizationAction } from "../organizations/lock-organization";
import type { OrganizationAccess } from "../organizations/open-organization";
import { ERASE_EXPIRED_INVITATIONS, LOCK_USER } from "../organizations/organizations.sql";
import { countTakenSeats, findInvitation } from "../organizations/queries";
import { Email, refuse } from "../organizations/settings";
import {
  INVITATIONS_PER_DAY,
  INVITATIONS_PER_DAY_AT_FIRST,
  REPORTED_INVITATION_RETENTION_MS,
} from "../platform/account-limits";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { isId, newId } from "../platform/ids";
import { INVITATION_LIFETIME_MS } from "../platform/limits";

const MAILS_WINDOW_MS = 24 * 60 * 60 * 1000;
const MAILS_PER_ADDRESS = 5;

/**
 * The result is the same whether the address has an account or not: only the person who signs in with it sees the
 * invitation.
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
    const reported = await tx.prisma.invitation.count({ where: { organizationId, email, reportedAt: { not: null } } });
    if (reported > 0) throw refuse("invitation_reported", "email");
    await tx.prisma.invitation.deleteMany({ where: { organizationId, email } });
    if ((await countTakenSeats(access, tx)) >= seats) throw refuse("seats_full", "email");
    const [id, at] = [newId("inv"), now()];
    const expiresAt = new Date(at.getTime() + INVITATION_LIFETIME_MS);
    const data = { id, organizationId, email, role, invitedById: userId, createdAt: at, expiresAt };
    await tx.prisma.invitation.create({ data });
    await queueMail(tx, access, { id, email });
    // The e-mail address is left out: it is erased with the invitation, but this row stays for years.
    recordOrganizationAction(tx, access, { name: "invitation.create", resourceId: id, details: { role } });
  });
}

/** Nobody asked for these mails, so people, organizations and addresses have a daily quota. */
async function queueMail(
  tx: Transaction,
  { organizationId, userId }: OrganizationAccess,
  { id, email }: { id: string; email: string },
) {
  const [sender] = await tx.query(LOCK_USER, { userId });
  const since = new Date(now().getTime() - MAILS_WINDOW_MS);
  const count = (where: object) =>
    tx.prisma.mail.count({ where: { kind: "invitation", createdAt: { gt: since }, ...where } });
  const isNew = sender !== undefined && sender.createdAt > since;
  const ofPerson = await count({ facts: { path: ["by"], equals: userId } });
  const ofOrganization = await count({ facts: { path: ["organizationId"], equals: organizationId } });
  if (ofPerson >= (isNew ? INVITATIONS_PER_DAY_AT_FIRST : INVITATIONS_PER_DAY) || ofOrganization >= INVITATIONS_PER_DAY)
    throw refuse("invitations_many", "email");
  if ((await count({ recipient: email })) >= MAILS_PER_ADDRESS) return;
  const facts = { invitationId: id, by: userId, organizationId };
  await enqueueMail(tx, { kind: "invitation", recipient: email, locale: sender?.locale, facts });
}

export function withdrawInvitation(access: OrganizationAccess, invitationId: string): Promise<void> {
  const { organizationId } = access;
  return transaction(async (tx) => {
    const { role } = await lockOrganization(tx, access);
    if (!mayManage(role)) throw explainRefusal("managers_only", "");
    if (!isId("inv", invitationId)) return;
    const { count } = await tx.prisma.invitation.deleteMany({
      where: { id: invitationId, organizationId, reportedAt: null },
    });
    if (count === 0) return;
    recordOrganizationAction(tx, access, { name: "invitation.withdraw", resourceId: invitationId });
  });
}

/** The row stays for a year, in which the organization cannot invite the address again. */
export function reportInvitation(invitationId: string): Promise<boolean> {
  const reportedAt = now();
  const expiresAt = new Date(reportedAt.getTime() + REPORTED_INVITATION_RETENTION_MS);
  return transaction(async (tx) => {
    const [reported] = await tx.prisma.invitation.updateManyAndReturn({
      where: { id: invitationId, reportedAt: null },
      data: { reportedAt, expiresAt },
      select: { invitedById: true, organization: { select: { billingEntityId: true } } },
    });
    if (!reported) return false;
    const { invitedById, organization: scope } = reported;
    recordAction(tx, {
      name: "invitation.report",
      userId: null,
      resourceId: invitationId,
      scope,
      details: { invitedById },
    });
    return true;
  });
}

export async function findReportedInvitation(token: string) {
  const open = await findMailToken(token, "report_invitation");
  return open?.invitationId ? findInvitation(open.invitationId) : null;
}

export async function refuseInvitation(token: string): Promise<boolean> {
  const open = await findMailToken(token, "report_invitation");
  return open?.invitationId ? reportInvitation(open.invitationId) : false;
}

export function eraseExpiredInvitations(): Promise<boolean> {
  return eraseInBatches((limit) => eraseUnheld(ERASE_EXPIRED_INVITATIONS, { before: now(), limit }));
}
