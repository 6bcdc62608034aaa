import { openOwners } from "../access/open-owner";
import { prisma } from "../db/prisma";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { limitMonthlyUnits } from "../platform/limits";
import { monthOf } from "./units";

export interface UsageAlertNotice {
  subjectId: string;
  kind: "own" | "organization" | "key";
  name: string;
  href: string | null;
  percent: number;
  used: number;
  limit: number;
}

export async function readAlerts(userId: string): Promise<UsageAlertNotice[]> {
  const month = new Date(monthOf(now()));
  const owners = (await openOwners(userId)).map(({ owner }) => owner);
  const entityIds = owners.map(({ billingEntityId }) => billingEntityId);
  const alerts = await prisma().usageAlert.findMany({
    where: { month, billingEntityId: { in: entityIds }, dismissals: { none: { userId } } },
    orderBy: [{ percent: "desc" }, { subjectId: "asc" }],
  });
  if (alerts.length === 0) return [];
  const [quotas, ledgers, keys] = await Promise.all([
    prisma().billingEntity.findMany({
      where: { id: { in: entityIds } },
      select: { id: true, plan: true, seats: true },
    }),
    prisma().unitLedger.findMany({ where: { month, billingEntityId: { in: entityIds } } }),
    prisma().apiKey.findMany({
      where: { id: { in: alerts.map(({ subjectId }) => subjectId) }, monthlyUnitsMax: { not: null } },
      select: { id: true, name: true, monthlyUnitsMax: true },
    }),
  ]);
  const highest = new Map(alerts.toReversed().map((alert) => [alert.subjectId, alert]));
  const notices = [...highest.values()].flatMap(({ subjectId, billingEntityId, percent }): UsageAlertNotice[] => {
    const owner = owners.find((found) => found.billingEntityId === billingEntityId);
    const quota = quotas.find(({ id }) => id === billingEntityId);
    const ledger = ledgers.find((row) => row.billingEntityId === billingEntityId);
    if (!owner || !quota || !ledger) return [];
    if (subjectId === billingEntityId) {
      const limit = limitMonthlyUnits(quota);
      const used = ledger.confirmed + ledger.reserved;
      const { name } = owner;
      const [kind, href] =
        owner.kind === "user"
          ? (["own", null] as const)
          : (["organization", `/settings/organizations/${owner.id}?step=seats`] as const);
      return owner.isOwner && limit !== null ? [{ subjectId, kind, name, href, percent, used, limit }] : [];
    }
    const key = keys.find(({ id }) => id === subjectId);
    if (!key) return [];
    const used = Number(Object.entries(ledger.keyUnits ?? {}).find(([id]) => id === subjectId)?.[1] ?? 0);
    const href = `/settings/developer/api-keys/${subjectId}?step=budget`;
    return [{ subjectId, kind: "key", name: key.name, href, percent, used, limit: key.monthlyUnitsMax ?? 0 }];
  });
  return notices
    .filter(({ used, limit, percent }) => used * 100 >= limit * percent)
    .toSorted((a, b) => b.percent - a.percent);
}

export async function dismissAlert(userId: string, subjectId: string): Promise<void> {
  const alert = (await readAlerts(userId)).find((notice) => notice.subjectId === subjectId);
  if (!alert) throw notFound();
  const month = new Date(monthOf(now()));
  const passed = await prisma().usageAlert.findMany({ where: { subjectId, month, percent: { lte: alert.percent } } });
  await prisma().usageAlertDismissal.createMany({
    data: passed.map(({ percent }) => ({ userId, subjectId, month, percent })),
    skipDuplicates: true,
  });
}
