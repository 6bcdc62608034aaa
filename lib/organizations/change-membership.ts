import { checkChange, checkRole, type Role } from "../access/membership";
import { OWNER_ROLE } from "../access/roles";
import { type Transaction, transaction } from "../db/transaction";
import { isId } from "../platform/ids";
import { lockOrganization, recordOrganizationAction } from "./lock-organization";
import type { OrganizationAccess } from "./open-organization";
import { refuse } from "./settings";

export async function changeRole(access: OrganizationAccess, { userId, role }: { userId: string; role: number }) {
  const { organizationId } = access;
  const nextRole = checkRole(role);
  return transaction(async (tx) => {
    await checkUnderLock(tx, access, userId, nextRole);
    await tx.prisma.organizationMembership.updateMany({ where: { organizationId, userId }, data: { role: nextRole } });
    const details = { role: nextRole };
    recordOrganizationAction(tx, access, { name: "organization_member.change_role", resourceId: userId, details });
  });
}

/** The caller ends seats and grants in the same transaction. */
export async function endMembership(tx: Transaction, access: OrganizationAccess, userId: string): Promise<void> {
  const { organizationId } = access;
  await checkUnderLock(tx, access, userId, null);
  await tx.prisma.organizationMembership.deleteMany({ where: { organizationId, userId } });
  await tx.prisma.invitation.deleteMany({ where: { organizationId, invitedById: userId, reportedAt: null } });
}

/** Two owners may remove each other: the second waits here and is then no longer a member. */
async function checkUnderLock(tx: Transaction, access: OrganizationAccess, userId: string, nextRole: Role | null) {
  const { organizationId } = access;
  const { role: actorRole } = await lockOrganization(tx, access);
  if (!isId("usr", userId)) throw refuse("member_gone");
  const memberships = tx.prisma.organizationMembership;
  const target = await memberships.findUnique({ where: { organizationId_userId: { organizationId, userId } } });
  if (!target) throw refuse("member_gone");
  const owners = await memberships.count({ where: { organizationId, role: OWNER_ROLE } });
  checkChange({ actorRole, targetRole: target.role, nextRole, isSelf: access.userId === userId, owners });
}
