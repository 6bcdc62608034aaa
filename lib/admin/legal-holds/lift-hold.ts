import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { checkTypedName } from "../../platform/check-typed-name";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { LiftHold } from "./legal-hold";
import { readHold } from "./queries";

export async function liftHold(admin: AdminAccess, id: string, input: unknown, typedName: string): Promise<void> {
  const { reason } = checkInput(LiftHold, input);
  const { owner } = await readHold(admin, id);
  checkTypedName(typedName, owner.name);
  await transaction(async (tx) => {
    const [hold] = await tx.prisma.legalHold.updateManyAndReturn({
      where: { id, liftedAt: null },
      data: { liftedAt: now(), liftedById: admin.userId, liftReason: reason },
      select: { billingEntityId: true },
    });
    if (!hold) throw notFound();
    recordAction(tx, { name: "legal_hold.lift", userId: admin.userId, resourceId: id, scope: hold });
  });
}
