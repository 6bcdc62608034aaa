import { Prisma } from "../../../prisma/client/client";
import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { notifyDeliveriesDue } from "../../events/deliveries-due";
import { nowMs } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { LOCK_TENANT } from "./tenants.sql";

export async function resumeTenant({ userId }: AdminAccess, tenantId: string): Promise<void> {
  if (!isId("bil", tenantId)) throw notFound();
  await transaction(async (tx) => {
    const [tenant] = await tx.query(LOCK_TENANT, { tenantId });
    if (!tenant) throw notFound();
    const { suspension } = tenant;
    if (!suspension) return;
    await tx.prisma.billingEntity.update({ where: { id: tenantId }, data: { suspension: Prisma.DbNull } });
    const details = {
      reason: suspension.reason,
      suspendedSeconds: Math.round((nowMs() - Date.parse(suspension.at)) / 1000),
    };
    const scope = { billingEntityId: tenantId };
    recordAction(tx, { name: "tenant.resume", userId, resourceId: tenantId, scope, details });
    tx.afterCommit(notifyDeliveriesDue);
  });
}
