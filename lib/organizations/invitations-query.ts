import { mayManage } from "../access/membership";
import { MANAGER_ROLE } from "../access/roles";
import { now } from "../platform/clock";
import { type Executor, sql } from "../platform/db";
import { isId } from "../platform/ids";
import { LISTED_PEOPLE_MAX } from "../platform/limits";
import type { OrganizationAccess } from "./open-organization";
import { refuse } from "./settings";

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

/**
 * Of an invitation `i`, at the time `$2`: it has not expired, and its sender may still give the role. An invitation is
 * worth as much as the one who sent it, so none outlives its sender's power.
 */
export const IS_OPEN = `
  i.expires_at > $2 AND EXISTS (
    SELECT 1 FROM organization_memberships s
    WHERE s.organization_id = i.organization_id AND s.user_id = i.invited_by_id
      AND s.role >= greatest(i.role, ${MANAGER_ROLE}))`;

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

export async function findReceived(on: Executor, userId: string, invitationId: string): Promise<ReceivedInvitation> {
  const [found] = isId("inv", invitationId)
    ? await on.sql<ReceivedInvitation>("find_received_invitation", FIND_RECEIVED, [userId, now(), invitationId])
    : [];
  if (!found) throw refuse("invitation_gone");
  return found;
}
