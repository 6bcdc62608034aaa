import { checkRole, explainRefusal, mayManage } from "../access/membership";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { isId, newId } from "../platform/ids";
import { INVITATION_LIFETIME_MS } from "../platform/limits";
import { lockOrganization, recordOrganizationAct } from "./lock-organization";
import type { OrganizationAccess } from "./open-organization";
import { countTakenSeats } from "./seats-query";
import { Email, refuse } from "./settings";

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
    // Without the e-mail address: it is erased with the invitation, and this row is kept for years.
    recordOrganizationAct(tx, access, { name: "invitation.create", resourceId: id, details: { role } });
  });
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
