import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { database, transaction } from "../platform/db";
import { isId, newId } from "../platform/ids";
import { findReceived } from "./invitations-query";
import { lockSeats } from "./lock-organization";
import { readSeatUse } from "./seats-query";
import { refuse } from "./settings";

/** Answers the organization's id. Looked at again under the lock: it may have been withdrawn meanwhile. */
export async function acceptInvitation(userId: string, invitationId: string): Promise<string> {
  const { organizationId } = await findReceived(database, userId, invitationId);
  await transaction(async (tx) => {
    const { seats, billingEntityId } = await lockSeats(tx, organizationId);
    const { role } = await findReceived(tx, userId, invitationId);
    await tx.sql("end_invitation", "DELETE FROM invitations WHERE id = $1", [invitationId]);
    if ((await readSeatUse(tx, organizationId)).members >= seats) throw refuse("seats_full");
    await tx.sql("join_organization", JOIN_ORGANIZATION, [newId("mem"), organizationId, userId, role, now()]);
    const details = { invitationId, role };
    const scope = { billingEntityId };
    recordAct(tx, { name: "organization_member.join", userId, resourceId: userId, scope, details });
  });
  return organizationId;
}

const JOIN_ORGANIZATION = `
  INSERT INTO organization_memberships (id, organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (organization_id, user_id) DO NOTHING`;

const DECLINE = `
  DELETE FROM invitations i USING users u, organizations o
  WHERE i.id = $1 AND u.id = $2 AND i.email = u.email AND o.id = i.organization_id
  RETURNING o.billing_entity_id AS "billingEntityId"`;

export async function declineInvitation(userId: string, invitationId: string): Promise<void> {
  if (!isId("inv", invitationId)) return;
  await transaction(async (tx) => {
    const [declined] = await tx.sql<{ billingEntityId: string }>("decline_invitation", DECLINE, [invitationId, userId]);
    if (!declined) return;
    recordAct(tx, { name: "invitation.decline", userId, resourceId: invitationId, scope: declined });
  });
}
