import { isScope } from "../../access/scopes";
import { prisma } from "../../db/prisma";
import { now } from "../../platform/clock";

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

const GRANTS_READ_MAX = 100;

export type EarlierConsent = Awaited<ReturnType<typeof findEarlierConsent>>;

export async function findEarlierConsent(userId: string, appId: string) {
  const valid = { userId, revokedAt: null, expiresAt: { gt: now() } };
  const newest = { orderBy: { id: "desc" }, take: GRANTS_READ_MAX } as const;
  const [grants, others] = await Promise.all([
    prisma().oAuthGrant.findMany({
      where: { ...valid, appId },
      select: { billingEntityId: true, createdAt: true, scopes: true },
      ...newest,
    }),
    prisma().oAuthGrant.findMany({ where: { ...valid, NOT: { appId } }, select: { billingEntityId: true }, ...newest }),
  ]);
  return {
    scopes: new Set(grants.flatMap(({ scopes }) => scopes).filter(isScope)),
    contexts: grants.map(({ billingEntityId, createdAt }) => ({ billingEntityId, grantedAt: createdAt })),
    contextsOfOthers: others.map(({ billingEntityId }) => billingEntityId),
  };
}
