import { sql } from "../platform/db";
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
