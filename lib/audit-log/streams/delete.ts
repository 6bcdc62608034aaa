import { recordAction } from "../../audit/record-action";
import { requireUnheld } from "../../db/require-unheld";
import { transaction } from "../../db/transaction";
import type { StreamAccess } from "./open-stream";

export async function deleteStream({ streamId, ownedBy }: StreamAccess): Promise<void> {
  const { userId, owner } = ownedBy;
  await transaction(async (tx) => {
    await requireUnheld(tx, owner.billingEntityId);
    const { count } = await tx.prisma.auditStream.deleteMany({ where: { id: streamId } });
    await tx.prisma.auditStreamRow.deleteMany({ where: { streamId } });
    const scope = { billingEntityId: owner.billingEntityId };
    if (count > 0) recordAction(tx, { name: "audit_stream.delete", userId, resourceId: streamId, scope });
  });
}
