import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { MANAGER_ROLE } from "./roles";

declare const proof: unique symbol;

export interface Owner {
  kind: "user" | "organization";
  /** "me" in the settings' addresses is this same user. */
  id: string;
  name: string;
  billingEntityId: string;
}

/** That `userId` may hold what belongs to this owner, API keys and connectors alike: only this file makes one. */
export interface OwnerAccess {
  readonly [proof]: "owner";
  readonly userId: string;
  readonly owner: Readonly<Owner>;
}

const FIND_OWNERS = `
  SELECT 'user' AS kind, u.id, u.name, u.billing_entity_id AS "billingEntityId" FROM users u WHERE u.id = $1
  UNION ALL
  (SELECT 'organization', o.id, o.name, o.billing_entity_id
   FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id
   WHERE m.user_id = $1 AND m.role >= $2 AND o.is_active
   ORDER BY o.name, o.id)`;

/** In whose name this person may act in the settings: their own, and that of the organizations that they manage. */
export async function openOwners(userId: string): Promise<OwnerAccess[]> {
  const owners = await sql<Owner>("find_owners", FIND_OWNERS, [userId, MANAGER_ROLE]);
  return owners.map((owner) => ({ userId, owner }) as OwnerAccess);
}

/** An owner that is not theirs does not exist for them. */
export async function openOwner(userId: string, ownerId: string): Promise<OwnerAccess> {
  const access = (await openOwners(userId)).find(({ owner }) => owner.id === ownerId);
  if (!access) throw notFound();
  return access;
}
