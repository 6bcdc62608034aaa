import { recordAct } from "../audit/record-act";
import { transaction } from "../db/transaction";
import { REPORTED_INVITATION_RETENTION_MS } from "../platform/account-limits";
import { now } from "../platform/clock";

/**
 * By the person who got it and does not want it. The row stays for a year, in which the organization cannot invite the
 * address again. False: it is not there, or was reported before.
 */
export function reportInvitation(invitationId: string): Promise<boolean> {
  const reportedAt = now();
  const expiresAt = new Date(reportedAt.getTime() + REPORTED_INVITATION_RETENTION_MS);
  return transaction(async (tx) => {
    const [reported] = await tx.prisma.invitation.updateManyAndReturn({
      where: { id: invitationId, reportedAt: null },
      data: { reportedAt, expiresAt },
      select: { invitedById: true, organization: { select: { billingEntityId: true } } },
    });
    if (!reported) return false;
    const { invitedById, organization: scope } = reported;
    recordAct(tx, {
      name: "invitation.report",
      userId: null,
      resourceId: invitationId,
      scope,
      details: { invitedById },
    });
    return true;
  });
}
