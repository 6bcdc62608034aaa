import { explainRefusal, mayManage } from "../access/membership";
import { recordAct } from "../audit/act-store";
import { now } from "../platform/clock";
import { database, type Executor, sql, type Transaction, transaction } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { isId, newId } from "../platform/ids";
import { INVITATION_LIFETIME_MS, LISTED_PEOPLE_MAX } from "../platform/limits";
import { LOCK_ORGANIZATION, lockOrganization, type OrganizationAccess } from "./access-store";
import { countTakenSeats, readSeatUse } from "./member-store";
import { IS_OPEN } from "./open-invitations";
import { checkEmail, checkRole, refuse } from "./settings";

/** As the organization's managers see it. */
export interface SentInvitation {
  id: string;
  email: string;
  role: number;
  invitedByName: string;
  expiresAt: Date;
}

/** As the one who is invited sees it. */
export interface ReceivedInvitation {
  id: string;
  organizationId: string;
  organizationName: string;
  role: number;
  invitedByName: string;
  invitedByEmail: string;
  expiresAt: Date;
}

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

/** Open ones, newest first; for managers. */
export async function listInvitations({ organizationId, role }: OrganizationAccess): Promise<SentInvitation[]> {
  if (!mayManage(role)) return [];
  return sql<SentInvitation>(
    "list_invitations",
    `SELECT i.id, i.email, i.role, u.name AS "invitedByName", i.expires_at AS "expiresAt"
     FROM invitations i JOIN users u ON u.id = i.invited_by_id
     WHERE i.organization_id = $1 AND ${IS_OPEN} ORDER BY i.id DESC`,
    [organizationId, now()],
  );
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

const SELECT_RECEIVED = `
  SELECT i.id, i.organization_id AS "organizationId", o.name AS "organizationName", i.role,
         s.name AS "invitedByName", s.email AS "invitedByEmail", i.expires_at AS "expiresAt"
  FROM users u
  JOIN invitations i ON i.email = u.email
  JOIN organizations o ON o.id = i.organization_id AND o.is_active
  JOIN users s ON s.id = i.invited_by_id
  WHERE u.id = $1 AND ${IS_OPEN}`;

/** For the one whose address it is. */
export function listReceivedInvitations(userId: string): Promise<ReceivedInvitation[]> {
  return sql<ReceivedInvitation>("list_received_invitations", `${SELECT_RECEIVED} ORDER BY i.id DESC LIMIT $3`, [
    userId,
    now(),
    LISTED_PEOPLE_MAX,
  ]);
}

const FIND_RECEIVED = `${SELECT_RECEIVED} AND i.id = $3`;

async function findReceived(on: Executor, userId: string, invitationId: string): Promise<ReceivedInvitation> {
  const [found] = isId("inv", invitationId)
    ? await on.sql<ReceivedInvitation>("find_received_invitation", FIND_RECEIVED, [userId, now(), invitationId])
    : [];
  if (!found) throw refuse("invitation_gone");
  return found;
}

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

/** By somebody who does not belong to the organization yet. */
async function lockSeats(tx: Transaction, organizationId: string): Promise<{ seats: number; billingEntityId: string }> {
  await tx.sql("lock_organization", LOCK_ORGANIZATION, [organizationId]);
  const [row] = await tx.sql<{ seats: number; billingEntityId: string }>(
    "read_organization_seats",
    `SELECT b.seats, b.id AS "billingEntityId" FROM organizations o JOIN billing_entities b ON b.id = o.billing_entity_id WHERE o.id = $1`,
    [organizationId],
  );
  if (!row) throw refuse("invitation_gone");
  return row;
}

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

/** Addresses of people are kept no longer than they are of use. False: there is more. */
export function eraseExpiredInvitations(): Promise<boolean> {
  return eraseInBatches((limit) =>
    sql(
      "erase_expired_invitations",
      `DELETE FROM invitations WHERE id = ANY(ARRAY(
         SELECT id FROM invitations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
      [now(), limit],
    ),
  );
}
