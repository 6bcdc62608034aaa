import { MANAGER_ROLE, OWNER_ROLE } from "../access/roles";
import { prisma } from "../db/prisma";
import { notFound } from "../platform/errors";
import type { Plan } from "../platform/limits";

declare const proof: unique symbol;

export interface RequestArea {
  kind: "user" | "organization";
  ownerId: string;
  name: string;
  entityId: string;
  plan: Plan;
  seats: number;
  /** Owners and managers of an organization see all of its requests; everyone else sees their own. */
  seesAll: boolean;
  isOwner: boolean;
}

/** Proof of whose requests a person may see. Only this file makes one. */
export interface RequestViewer {
  readonly [proof]: "requests";
  readonly userId: string;
  readonly areas: readonly RequestArea[];
}

export async function openRequests(userId: string): Promise<RequestViewer> {
  const select = { id: true, name: true, billingEntity: { select: { id: true, plan: true, seats: true } } } as const;
  const [user, memberships] = await Promise.all([
    prisma().user.findUnique({ where: { id: userId }, select }),
    prisma().organizationMembership.findMany({
      where: { userId, organization: { isActive: true } },
      select: { role: true, organization: { select } },
      orderBy: [{ organization: { name: "asc" } }, { organizationId: "asc" }],
    }),
  ]);
  if (!user) throw notFound();
  const areas = [
    describeArea("user", user, OWNER_ROLE),
    ...memberships.map(({ role, organization }) => describeArea("organization", organization, role ?? 0)),
  ];
  return { userId, areas } as unknown as RequestViewer;
}

type OwnerRow = { id: string; name: string; billingEntity: { id: string; plan: Plan; seats: number } };

function describeArea(kind: RequestArea["kind"], owner: OwnerRow, role: number): RequestArea {
  const { id: entityId, plan, seats } = owner.billingEntity;
  return { kind, ownerId: owner.id, name: owner.name, entityId, plan, seats, ...readRole(role) };
}

const readRole = (role: number) => ({ seesAll: role >= MANAGER_ROLE, isOwner: role >= OWNER_ROLE });

/** An owner whose requests this person may not see is not found. */
export function findArea({ areas }: RequestViewer, ownerId?: string): RequestArea {
  const area = ownerId === undefined ? areas[0] : areas.find((candidate) => candidate.ownerId === ownerId);
  if (!area) throw notFound();
  return area;
}

export function personSeen({ userId }: RequestViewer, { seesAll }: RequestArea): string | null {
  return seesAll ? null : userId;
}
