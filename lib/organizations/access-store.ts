import { sql, type Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import type { Plan } from "../platform/limits";

declare const proof: unique symbol;

/** That a person belongs to this organization. Only this file makes one; verbs look at the role again under their lock. */
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

const FIND_ORGANIZATIONS = `
  SELECT o.id AS "organizationId", o.billing_entity_id AS "billingEntityId", m.user_id AS "userId", m.role, o.name,
         o.description, b.plan::text AS plan, b.seats, o.created_at AS "createdAt"
  FROM organization_memberships m
  JOIN organizations o ON o.id = m.organization_id AND o.is_active
  JOIN billing_entities b ON b.id = o.billing_entity_id
  WHERE m.user_id = $1`;

/** The organizations of this person, by name. */
export function openOrganizations(userId: string): Promise<OrganizationAccess[]> {
  return sql<OrganizationAccess>("find_organizations_of_user", `${FIND_ORGANIZATIONS} ORDER BY o.name, o.id`, [userId]);
}

/** An organization of others, and one that never was, are the same answer. */
export async function openOrganization(userId: string, organizationId: string): Promise<OrganizationAccess> {
  const [access] = isId("org", organizationId)
    ? await sql<OrganizationAccess>("find_organization_of_user", `${FIND_ORGANIZATIONS} AND o.id = $2`, [
        userId,
        organizationId,
      ])
    : [];
  if (!access) throw notFound();
  return access;
}

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
