import { explainRefusal, mayManage } from "../access/membership";
import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { isId, newId } from "../platform/ids";
import { INVITATION_LIFETIME_MS } from "../platform/limits";
import { lockOrganization } from "./lock-organization";
import type { OrganizationAccess } from "./open-organization";
import { countTakenSeats } from "./seats-query";
import { checkEmail, checkRole, refuse } from "./settings";

const INSERT_INVITATION = `
  INSERT INTO invitations (id, organization_id, email, role, invited_by_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/**
 * The answer is the same whether the address has an account or not: only whoever signs in with it sees the invitation.
 * A second one for the same address takes the place of the first.
 */
export async function invite(access: OrganizationAccess, input: { email: string; role: number }): Promise<void> {
  const [email, role] = [checkEmail(input.email), checkRole(input.role)];
  const { organizationId, billingEntityId, userId } = access;
  return transaction(async (tx) => {
    const { role: actorRole, seats } = await lockOrganization(tx, access);
    if (!mayManage(actorRole)) throw explainRefusal("managers_only", "");
    if (role > actorRole) throw explainRefusal("above_own_role");
    const present = await tx.sql(
      "find_member_by_email",
      `SELECT 1 FROM users u JOIN organization_memberships m ON m.user_id = u.id
       WHERE u.email = $2 AND m.organization_id = $1`,
      [organizationId, email],
    );
    if (present.length > 0) throw refuse("already_member", "email");
    const at = now();
    // An invitation that is replaced gives its seat to the new one.
    await tx.sql("replace_invitation", "DELETE FROM invitations WHERE organization_id = $1 AND email = $2", [
      organizationId,
      email,
    ]);
    if ((await countTakenSeats(tx, organizationId)) >= seats) throw refuse("seats_full", "email");
    const expiresAt = new Date(at.getTime() + INVITATION_LIFETIME_MS);
    const id = newId("inv");
    const values = [id, organizationId, email, role, userId, at, expiresAt];
    await tx.sql("insert_invitation", INSERT_INVITATION, values);
    // Without the address: it is erased with the invitation, and this row is kept for years.
    const scope = { billingEntityId };
    recordAct(tx, { name: "invitation.create", userId, resourceId: id, scope, details: { role } });
  });
}

/** One that is gone already is withdrawn already. */
export function withdrawInvitation(access: OrganizationAccess, invitationId: string): Promise<void> {
  return transaction(async (tx) => {
    const { role } = await lockOrganization(tx, access);
    if (!mayManage(role)) throw explainRefusal("managers_only", "");
    if (!isId("inv", invitationId)) return;
    const withdrawn = await tx.sql(
      "withdraw_invitation",
      "DELETE FROM invitations WHERE id = $1 AND organization_id = $2 RETURNING id",
      [invitationId, access.organizationId],
    );
    if (withdrawn.length === 0) return;
    const scope = { billingEntityId: access.billingEntityId };
    recordAct(tx, { name: "invitation.withdraw", userId: access.userId, resourceId: invitationId, scope });
  });
}
