import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { lockSeats } from "../../organizations/lock-organization";
import { countTakenSeats } from "../../organizations/queries";
import { refuse, Seats } from "../../organizations/settings";
import { checkInput } from "../../platform/check-input";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";

/** Administrators may exceed what owners can set themselves. */
export async function setSeats({ userId }: AdminAccess, tenantId: string, typed: string): Promise<void> {
  const seats = checkInput(Seats, typed, "seats");
  if (!isId("bil", tenantId)) throw notFound();
  await transaction(async (tx) => {
    const where = { billingEntityId: tenantId };
    const organization = await tx.prisma.organization.findUnique({ where, select: { id: true } });
    if (!organization) throw notFound();
    await lockSeats(tx, organization.id);
    if (seats < (await countTakenSeats({ organizationId: organization.id }, tx))) throw refuse("seats_taken", "seats");
    await tx.prisma.billingEntity.update({ where: { id: tenantId }, data: { seats } });
    recordAction(tx, { name: "tenant.set_seats", userId, resourceId: tenantId, scope: where, details: { seats } });
  });
}
