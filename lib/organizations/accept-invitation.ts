import { recordAction } from "../audit/record-action";
import { database, transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { isId, newId } from "../platform/ids";
import { lockSeats } from "./lock-organization";
import { countSeatUse, findReceived } from "./queries";
import { refuse } from "./settings";

/** The invitation is read again under the lock, because it may have been withdrawn meanwhile. */
export async function acceptInvitation(userId: string, invitationId: string): Promise<string> {
  const { organizationId } = await findReceived(database, userId, invitationId);
  await transaction(async (tx) => {
    const { seats, billingEntityId } = await lockSeats(tx, organizationId);
    const { role } = await findReceived(tx, userId, invitationId);
    // Declining takes no lock.
    const { count } = await tx.prisma.invitation.deleteMany({ where: { id: invitationId } });
    if (count === 0) throw refuse("invitation_gone");
    if ((await countSeatUse({ organizationId }, tx)).members >= seats) throw refuse("seats_full");
    await tx.prisma.organizationMembership.createMany({
      data: { id: newId("mem"), organizationId, userId, role, createdAt: now() },
      skipDuplicates: true,
    });
    const [details, scope] = [{ invitationId, role }, { billingEntityId }];
    recordAction(tx, { name: "organization_member.join", userId, resourceId: userId, scope, details });
  });
  return organizationId;
}

export async function declineInvitation(userId: string, invitationId: string): Promise<void> {
  if (!isId("inv", invitationId)) return;
  await transaction(async (tx) => {
    const person = await tx.prisma.user.findUnique({ where: { id: userId }, select: { email: true } });
    if (!person) return;
    const where = { id: invitationId, email: person.email, reportedAt: null };
    const select = { organization: { select: { billingEntityId: true } } };
    const invitation = await tx.prisma.invitation.findUnique({ where, select });
    const { count } = await tx.prisma.invitation.deleteMany({ where });
    if (!invitation || count === 0) return;
    recordAction(tx, { name: "invitation.decline", userId, resourceId: invitationId, scope: invitation.organization });
  });
}
