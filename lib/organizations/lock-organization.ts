import type { Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import type { OrganizationAccess } from "./open-organization";
import { refuse } from "./settings";

/** What the one who acts is and has, when nobody else can change it any more. */
export interface LockedOrganization {
  role: number;
  seats: number;
}

export const LOCK_ORGANIZATION = "SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE";

/**
 * One change of an organization's people or seats at a time; its rooms go on (not FOR UPDATE: rooms refer to it).
 * The role counts that the person has now, whatever it was when the page was drawn.
 */
export async function lockOrganization(
  tx: Transaction,
  { organizationId, userId }: Pick<OrganizationAccess, "organizationId" | "userId">,
): Promise<LockedOrganization> {
  await tx.sql("lock_organization", LOCK_ORGANIZATION, [organizationId]);
  const [locked] = await tx.sql<LockedOrganization>(
    "find_role_and_seats",
    `SELECT m.role, b.seats FROM organization_memberships m
     JOIN organizations o ON o.id = m.organization_id AND o.is_active
     JOIN billing_entities b ON b.id = o.billing_entity_id
     WHERE m.organization_id = $1 AND m.user_id = $2`,
    [organizationId, userId],
  );
  if (!locked) throw notFound();
  return locked;
}

/** By somebody who does not belong to the organization yet. */
export async function lockSeats(
  tx: Transaction,
  organizationId: string,
): Promise<{ seats: number; billingEntityId: string }> {
  await tx.sql("lock_organization", LOCK_ORGANIZATION, [organizationId]);
  const [row] = await tx.sql<{ seats: number; billingEntityId: string }>(
    "read_organization_seats",
    `SELECT b.seats, b.id AS "billingEntityId" FROM organizations o JOIN billing_entities b ON b.id = o.billing_entity_id WHERE o.id = $1`,
    [organizationId],
  );
  if (!row) throw refuse("invitation_gone");
  return row;
}
