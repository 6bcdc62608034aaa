import { type AuditAction, recordAction } from "../audit/record-action";
import type { Transaction } from "../db/transaction";
import { notFound } from "../platform/errors";
import type { OrganizationAccess } from "./open-organization";
import { LOCK_ORGANIZATION } from "./organizations.sql";
import { refuse } from "./settings";

/** Returns the role as it is under the lock; it may have changed since the page was rendered. */
export async function lockOrganization(tx: Transaction, { organizationId, userId }: OrganizationAccess) {
  await tx.query(LOCK_ORGANIZATION, { organizationId });
  const locked = await tx.prisma.organizationMembership.findUnique({
    where: { organizationId_userId: { organizationId, userId }, organization: { isActive: true } },
    select: { role: true, organization: { select: { billingEntity: { select: { seats: true } } } } },
  });
  if (!locked) throw notFound();
  return { role: locked.role, seats: locked.organization.billingEntity.seats };
}

export async function lockSeats(tx: Transaction, organizationId: string) {
  await tx.query(LOCK_ORGANIZATION, { organizationId });
  const locked = await tx.prisma.organization.findUnique({
    where: { id: organizationId },
    select: { billingEntityId: true, billingEntity: { select: { seats: true } } },
  });
  if (!locked) throw refuse("invitation_gone");
  return { seats: locked.billingEntity.seats, billingEntityId: locked.billingEntityId };
}

export function recordOrganizationAction(
  tx: Transaction,
  { userId, billingEntityId }: OrganizationAccess,
  action: Pick<AuditAction, "name" | "resourceId" | "details">,
): void {
  recordAction(tx, { ...action, userId, scope: { billingEntityId } });
}
