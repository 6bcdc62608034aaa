import { prisma } from "../db/prisma";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import type { Plan } from "../platform/limits";

declare const proof: unique symbol;

/**
 * Proof that a person belongs to this organization. Only this file creates one; verbs check the role again under their
 * lock.
 */
export interface OrganizationAccess {
  readonly [proof]: "organization";
  readonly organizationId: string;
  readonly billingEntityId: string;
  readonly userId: string;
  readonly role: number;
  readonly name: string;
  readonly description: string | null;
  readonly plan: Plan;
  readonly seats: number;
  readonly createdAt: Date;
}

export async function openOrganizations(userId: string, organizationId?: string): Promise<OrganizationAccess[]> {
  const memberships = await prisma().organizationMembership.findMany({
    where: { userId, ...(organizationId === undefined ? {} : { organizationId }), organization: { isActive: true } },
    select: { role: true, organization: { include: { billingEntity: { select: { plan: true, seats: true } } } } },
    orderBy: [{ organization: { name: "asc" } }, { organizationId: "asc" }],
  });
  return memberships.map(({ role, organization: { id, isActive: _, billingEntity, ...facts } }) => {
    return { ...facts, ...billingEntity, organizationId: id, userId, role } as OrganizationAccess;
  });
}

/** Foreign and unknown organizations look the same. */
export async function openOrganization(userId: string, organizationId: string): Promise<OrganizationAccess> {
  const [access] = isId("org", organizationId) ? await openOrganizations(userId, organizationId) : [];
  if (!access) throw notFound();
  return access;
}
