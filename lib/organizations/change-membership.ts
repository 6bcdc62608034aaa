import { checkChange, type Role } from "../access/membership";
import { OWNER_ROLE } from "../access/roles";
import { recordAct } from "../audit/record-act";
import { type Transaction, transaction } from "../platform/db";
import { isId } from "../platform/ids";
import { lockOrganization } from "./lock-organization";
import type { OrganizationAccess } from "./open-organization";
import { checkRole, refuse } from "./settings";

/** Also for stepping down oneself. */
export async function changeRole(
  access: OrganizationAccess,
  { userId, role }: { userId: string; role: number },
): Promise<void> {
  const nextRole = checkRole(role);
  return transaction(async (tx) => {
    await checkUnderLock(tx, access, userId, nextRole);
    await tx.sql(
      "change_organization_role",
      "UPDATE organization_memberships SET role = $3 WHERE organization_id = $1 AND user_id = $2",
      [access.organizationId, userId, nextRole],
    );
    recordAct(tx, {
      name: "organization_member.change_role",
      userId: access.userId,
      resourceId: userId,
      scope: { billingEntityId: access.billingEntityId },
      details: { role: nextRole },
    });
  });
}

/** Takes the place alone, and the invitations that they sent; what hangs on the place ends in the same transaction. */
export async function endMembership(tx: Transaction, access: OrganizationAccess, userId: string): Promise<void> {
  await checkUnderLock(tx, access, userId, null);
  const values = [access.organizationId, userId];
  await tx.sql(
    "end_membership",
    "DELETE FROM organization_memberships WHERE organization_id = $1 AND user_id = $2",
    values,
  );
  await tx.sql(
    "withdraw_invitations_of_sender",
    "DELETE FROM invitations WHERE organization_id = $1 AND invited_by_id = $2",
    values,
  );
}

/** Of two owners who remove each other the second one waits here, and finds no place of their own any more. */
async function checkUnderLock(
  tx: Transaction,
  access: OrganizationAccess,
  userId: string,
  nextRole: Role | null,
): Promise<void> {
  const { role: actorRole } = await lockOrganization(tx, access);
  if (!isId("usr", userId)) throw refuse("member_gone");
  const [target] = await tx.sql<{ role: number; owners: number }>(
    "find_organization_role",
    `SELECT m.role, (SELECT count(*)::int FROM organization_memberships o
                     WHERE o.organization_id = $1 AND o.role = $3) AS owners
     FROM organization_memberships m WHERE m.organization_id = $1 AND m.user_id = $2`,
    [access.organizationId, userId, OWNER_ROLE],
  );
  if (!target) throw refuse("member_gone");
  const { role: targetRole, owners } = target;
  checkChange({ actorRole, targetRole, nextRole, isSelf: access.userId === userId, owners });
}
