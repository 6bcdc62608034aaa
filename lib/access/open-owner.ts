import { prisma } from "../db/prisma";
import { notFound } from "../platform/errors";
import { MANAGER_ROLE, OWNER_ROLE } from "./roles";

declare const proof: unique symbol;

export interface Owner {
  kind: "user" | "organization";
  id: string;
  name: string;
  billingEntityId: string;
  isOwner: boolean;
}

/** Only this file makes the proof that a person may manage what belongs to the owner. */
export interface OwnerAccess {
  readonly [proof]: "owner";
  readonly userId: string;
  readonly owner: Readonly<Owner>;
}

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

export async function openOwner(userId: string, ownerId: string): Promise<OwnerAccess> {
  const access = (await openOwners(userId)).find(({ owner }) => owner.id === ownerId);
  if (!access) throw notFound();
  return access;
}
