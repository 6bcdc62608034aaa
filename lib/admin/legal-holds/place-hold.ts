import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { LOCK_HOLDS } from "../../db/holds.sql";
import { prisma } from "../../db/prisma";
import { transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { invalid } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { PlaceHold } from "./legal-hold";

/** The lock waits for statements that erase now; after the commit nothing of the area is erased. */
export async function placeHold(admin: AdminAccess, input: unknown): Promise<string> {
  const { area, reason } = checkInput(PlaceHold, input);
  const billingEntityId = await findArea(area);
  if (!billingEntityId) throw invalid([{ path: "area", message: "area_unknown" }]);
  const id = newId("hold");
  await transaction(async (tx) => {
    await tx.query(LOCK_HOLDS);
    const existing = await tx.prisma.legalHold.findFirst({ where: { billingEntityId, liftedAt: null } });
    if (existing) throw invalid([{ path: "area", message: "area_held" }]);
    const data = { id, billingEntityId, reason, placedById: admin.userId, placedAt: now() };
    await tx.prisma.legalHold.create({ data });
    recordAction(tx, { name: "legal_hold.place", userId: admin.userId, resourceId: id, scope: { billingEntityId } });
  });
  return id;
}

async function findArea(area: string): Promise<string | null> {
  const select = { billingEntityId: true } as const;
  const [organization, user] = await Promise.all([
    prisma().organization.findUnique({ where: { id: area }, select }),
    prisma().user.findFirst({ where: { OR: [{ id: area }, { email: area.toLowerCase() }] }, select }),
  ]);
  return organization?.billingEntityId ?? user?.billingEntityId ?? null;
}
