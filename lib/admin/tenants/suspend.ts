import { Prisma } from "../../../prisma/client/client";
import type { AdminAccess } from "../../access/open-administration";
import type { Suspension } from "../../access/suspension";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { SuspendTenant } from "./tenant";

/** Programs are refused from their next request, and deliveries keep their places in the queue. */
export async function suspendTenant({ userId }: AdminAccess, tenantId: string, input: unknown): Promise<void> {
  const { reason, message } = checkInput(SuspendTenant, input);
  if (!isId("bil", tenantId)) throw notFound();
  const suspension: Suspension = { reason, message, at: now().toISOString() };
  await transaction(async (tx) => {
    const { count } = await tx.prisma.billingEntity.updateMany({
      where: { id: tenantId, suspension: { equals: Prisma.AnyNull } },
      data: { suspension: { ...suspension } },
    });
    if (count > 0) {
      const scope = { billingEntityId: tenantId };
      recordAction(tx, { name: "tenant.suspend", userId, resourceId: tenantId, scope, details: { reason } });
    } else if ((await tx.prisma.billingEntity.count({ where: { id: tenantId } })) === 0) throw notFound();
  });
}
