import { isScope } from "../access/scopes";
import { now } from "../platform/clock";
import { prisma } from "../platform/prisma";

/** A place to grant access in: the person's own area, under their name, or an organization that they belong to. */
export type GrantContext = Awaited<ReturnType<typeof listGrantContexts>>[number];

export async function listGrantContexts(userId: string) {
  const context = { billingEntityId: true, name: true } as const;
  const [user, memberships] = await Promise.all([
    prisma().user.findUnique({ where: { id: userId }, select: context }),
    prisma().organizationMembership.findMany({
      where: { userId, organization: { isActive: true } },
      select: { organization: { select: context } },
      orderBy: [{ organization: { name: "asc" } }, { organizationId: "asc" }],
    }),
  ]);
  return [
    ...(user ? [{ kind: "individual", ...user } as const] : []),
    ...memberships.map(({ organization }) => ({ kind: "organization", ...organization }) as const),
  ];
}

/** The scopes and contexts that the person has granted this app so far, newest context first. */
export type EarlierConsent = Awaited<ReturnType<typeof findEarlierConsent>>;

export async function findEarlierConsent(userId: string, appId: string) {
  const grants = await prisma().oAuthGrant.findMany({
    where: { userId, appId, revokedAt: null, expiresAt: { gt: now() } },
    select: { billingEntityId: true, createdAt: true, scopes: true },
    orderBy: { id: "desc" },
    take: 100,
  });
  return {
    scopes: new Set(grants.flatMap(({ scopes }) => scopes).filter(isScope)),
    contexts: grants.map(({ billingEntityId, createdAt }) => ({ billingEntityId, grantedAt: createdAt })),
  };
}
