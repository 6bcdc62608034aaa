import { mayManage } from "../access/membership";
import type { RowOf } from "../db/statement";
import { type Executor, query } from "../db/transaction";
import { now } from "../platform/clock";
import { isId } from "../platform/ids";
import { LISTED_PEOPLE_MAX } from "../platform/limits";
import type { OrganizationAccess } from "./open-organization";
import { FIND_INVITATION, LIST_RECEIVED_INVITATIONS, LIST_SENT_INVITATIONS } from "./organizations.sql";
import { refuse } from "./settings";

/** As the organization's managers see it. */
export type SentInvitation = RowOf<typeof LIST_SENT_INVITATIONS>;
/** As the invited person sees it. */
export type ReceivedInvitation = RowOf<typeof LIST_RECEIVED_INVITATIONS>;

/** Open ones, newest first; for managers. */
export async function listInvitations({ organizationId, role }: OrganizationAccess): Promise<SentInvitation[]> {
  return mayManage(role) ? query(LIST_SENT_INVITATIONS, [organizationId, now()]) : [];
}

export function listReceivedInvitations(userId: string): Promise<ReceivedInvitation[]> {
  return query(LIST_RECEIVED_INVITATIONS, [userId, now(), LISTED_PEOPLE_MAX, null]);
}

/** As its mail tells of it; null: it is answered, withdrawn or expired. */
export async function findInvitation(invitationId: string): Promise<RowOf<typeof FIND_INVITATION> | null> {
  if (!isId("inv", invitationId)) return null;
  return (await query(FIND_INVITATION, [invitationId, now()]))[0] ?? null;
}

export async function findReceived(on: Executor, userId: string, invitationId: string): Promise<ReceivedInvitation> {
  const [found] = isId("inv", invitationId)
    ? await on.query(LIST_RECEIVED_INVITATIONS, [userId, now(), 1, invitationId])
    : [];
  if (!found) throw refuse("invitation_gone");
  return found;
}
