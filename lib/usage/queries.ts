import { prisma } from "../db/prisma";
import { now } from "../platform/clock";
import { limitMonthlyUnits } from "../platform/limits";
import { monthOf, monthReset } from "./units";

export type UnitsSummary = Awaited<ReturnType<typeof listUnits>>[number];

export async function listUnits(userId: string) {
  const at = now();
  const resetAt = monthReset(at).toISOString();
  const named = {
    name: true,
    billingEntity: { select: { id: true, kind: true, plan: true, seats: true } },
  } as const;
  const [user, memberships] = await Promise.all([
    prisma().user.findUnique({ where: { id: userId }, select: named }),
    prisma().organizationMembership.findMany({
      where: { userId, organization: { isActive: true } },
      select: { organization: { select: named } },
      orderBy: [{ organization: { name: "asc" } }, { organization: { billingEntityId: "asc" } }],
    }),
  ]);
  const holders = [...(user ? [user] : []), ...memberships.map(({ organization }) => organization)];
  const ledgers = await prisma().unitLedger.findMany({
    where: {
      billingEntityId: { in: holders.map(({ billingEntity }) => billingEntity.id) },
      month: new Date(monthOf(at)),
    },
  });
  return holders.map(({ name, billingEntity: { id: entityId, ...entity } }) => {
    const ledger = ledgers.find(({ billingEntityId }) => billingEntityId === entityId);
    const used = ledger ? ledger.confirmed + ledger.reserved : 0;
    return { entityId, name, ...entity, used, limit: limitMonthlyUnits(entity), resetAt };
  });
}
