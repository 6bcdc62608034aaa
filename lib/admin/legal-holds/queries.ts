import type { Prisma } from "../../../prisma/client/client";
import type { AdminAccess } from "../../access/open-administration";
import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";

const LISTED_ENDED_MAX = 200;

export interface LegalHold {
  id: string;
  owner: { kind: "organization" | "person"; id: string; name: string };
  reason: string;
  placedBy: string | null;
  placedAt: string;
  lifted: { at: string; by: string | null; reason: string } | null;
}

export async function listHolds(_admin: AdminAccess): Promise<{ inForce: LegalHold[]; lifted: LegalHold[] }> {
  const [inForce, lifted] = await Promise.all([
    findHolds({ where: { liftedAt: null }, orderBy: { placedAt: "desc" } }),
    findHolds({ where: { liftedAt: { not: null } }, orderBy: { liftedAt: "desc" }, take: LISTED_ENDED_MAX }),
  ]);
  return { inForce, lifted };
}

export async function readHold(_admin: AdminAccess, id: string): Promise<LegalHold> {
  const [hold] = isId("hold", id) ? await findHolds({ where: { id } }) : [];
  if (!hold) throw notFound();
  return hold;
}

const OWNER = { select: { id: true, name: true } } as const;

async function findHolds(which: Pick<Prisma.LegalHoldFindManyArgs, "where" | "orderBy" | "take">) {
  const rows = await prisma().legalHold.findMany({
    ...which,
    include: { billingEntity: { select: { organization: OWNER, user: OWNER } } },
  });
  const ids = rows.flatMap(({ placedById, liftedById }) => [placedById, liftedById ?? placedById]);
  const people = await prisma().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row): LegalHold => {
    const { organization, user } = row.billingEntity;
    return {
      id: row.id,
      owner: {
        kind: organization ? "organization" : "person",
        id: organization?.id ?? user?.id ?? row.billingEntityId,
        name: organization?.name ?? user?.name ?? row.billingEntityId,
      },
      reason: row.reason,
      placedBy: names.get(row.placedById) ?? null,
      placedAt: row.placedAt.toISOString(),
      lifted: row.liftedAt && {
        at: row.liftedAt.toISOString(),
        by: names.get(row.liftedById ?? "") ?? null,
        reason: row.liftReason ?? "",
      },
    };
  });
}
