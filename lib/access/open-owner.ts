import { prisma } from "../db/prisma";
import { notFound } from "../platform/errors";
import { MANAGER_ROLE, OWNER_ROLE } from "./roles";

declare const proof: unique symbol;

export interface Owner {
  kind: "user" | "organization";
  /** "me" in the paths of the settings is this same user. */
  id: string;
  name: string;
  billingEntityId: string;
  /** Of the organization: owner, and not only manager. A person owns their own area. */
  isOwner: boolean;
}

/** Proof that `userId` may manage what belongs to this owner, such as API keys and connectors. Only this file makes one. */
export interface OwnerAccess {
  readonly [proof]: "owner";
  readonly userId: string;
  readonly owner: Readonly<Owner>;
}

/** The owners in whose name this person may act in the settings: they themselves and the organizations they manage. */
export async function openOwners(userId: string): Promise<OwnerAccess[]> {
  const select = { id: true, name: true, billingEntityId: true };
  const [user, memberships] = await Promise.all([
    prisma().user.findUnique({ where: { id: userId }, select }),
    prisma().organizationMembership.findMany({
      where: { userId, role: { gte: MANAGER_ROLE }, organization: { isActive: true } },
      select: { role: true, organization: { select } },
      orderBy: [{ organization: { name: "asc" } }, { organizationId: "asc" }],
    }),
  ]);
  const owners: Owner[] = memberships.map(({ role, organization }) => ({
    kind: "organization",
    isOwner: role === OWNER_ROLE,
    ...organization,
  }));
  if (user) owners.unshift({ kind: "user", isOwner: true, ...user });
  return owners.map((owner) => ({ userId, owner }) as OwnerAccess);
}

/** Another person's owner is not found. */
export async function openOwner(userId: string, ownerId: string): Promise<OwnerAccess> {
  const access = (await openOwners(userId)).find(({ owner }) => owner.id === ownerId);
  if (!access) throw notFound();
  return access;
}
