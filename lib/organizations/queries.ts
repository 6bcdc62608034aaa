import { type Caller, representedUserId } from "../access/caller";
import { mayManage } from "../access/membership";
import { MEMBER_ROLE } from "../access/roles";
import { matchPattern } from "../db/match-pattern";
import { type PageRequest, pageValues } from "../db/page";
import type { RowOf } from "../db/statement";
import { database, type Executor, query } from "../db/transaction";
import { now } from "../platform/clock";
import { forbidden, notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LISTED_PEOPLE_MAX } from "../platform/limits";
import type { OrganizationAccess } from "./open-organization";
import type { OrganizationSummary } from "./organization";
import {
  COUNT_SEATS,
  FIND_INVITATION,
  LIST_ORGANIZATIONS,
  LIST_PEOPLE,
  LIST_RECEIVED_INVITATIONS,
  LIST_SENT_INVITATIONS,
} from "./organizations.sql";
import { refuse } from "./settings";

export async function listOrganizations(caller: Caller, page: PageRequest): Promise<OrganizationSummary[]> {
  const { billing } = caller;
  if (billing.kind === "individual") return [];
  return query(LIST_ORGANIZATIONS, { ...pageValues(billing.organizationId, page), userId: representedUserId(caller) });
}

export type OrganizationPerson = RowOf<typeof LIST_PEOPLE>;

/** Guests are let into single rooms and do not see who else belongs to the organization. */
export function seesPeople(role: number): boolean {
  return role >= MEMBER_ROLE;
}

function requireSight({ role }: OrganizationAccess): void {
  if (seesPeople(role)) return;
  const issues = [{ path: "", message: "managers_only" }];
  throw forbidden("Guests of an organization cannot see its people.", { issues });
}

export async function listPeople(access: OrganizationAccess, text = ""): Promise<OrganizationPerson[]> {
  requireSight(access);
  return query(LIST_PEOPLE, {
    organizationId: access.organizationId,
    text: matchPattern(text),
    limit: LISTED_PEOPLE_MAX,
    userId: null,
  });
}

export async function readPerson(access: OrganizationAccess, userId: string): Promise<OrganizationPerson> {
  requireSight(access);
  const [person] = isId("usr", userId)
    ? await query(LIST_PEOPLE, { organizationId: access.organizationId, text: "%", limit: 1, userId })
    : [];
  if (!person) throw notFound();
  return person;
}

export type SeatUse = RowOf<typeof COUNT_SEATS>;

type Organization = Pick<OrganizationAccess, "organizationId">;

export async function countSeatUse({ organizationId }: Organization, on: Executor = database): Promise<SeatUse> {
  const [row] = await on.query(COUNT_SEATS, { organizationId, now: now() });
  return row ?? { members: 0, owners: 0, invited: 0 };
}

export async function countTakenSeats(organization: Organization, on: Executor): Promise<number> {
  const { members, invited } = await countSeatUse(organization, on);
  return members + invited;
}

export type SentInvitation = RowOf<typeof LIST_SENT_INVITATIONS>;
export type ReceivedInvitation = RowOf<typeof LIST_RECEIVED_INVITATIONS>;

export async function listInvitations({ organizationId, role }: OrganizationAccess): Promise<SentInvitation[]> {
  return mayManage(role) ? query(LIST_SENT_INVITATIONS, { organizationId, now: now() }) : [];
}

export function listReceivedInvitations(userId: string): Promise<ReceivedInvitation[]> {
  return query(LIST_RECEIVED_INVITATIONS, { userId, now: now(), limit: LISTED_PEOPLE_MAX, invitationId: null });
}

export async function findInvitation(invitationId: string): Promise<RowOf<typeof FIND_INVITATION> | null> {
  if (!isId("inv", invitationId)) return null;
  return (await query(FIND_INVITATION, { invitationId, now: now() }))[0] ?? null;
}

export async function findReceived(on: Executor, userId: string, invitationId: string): Promise<ReceivedInvitation> {
  const [found] = isId("inv", invitationId)
    ? await on.query(LIST_RECEIVED_INVITATIONS, { userId, now: now(), limit: 1, invitationId })
    : [];
  if (!found) throw refuse("invitation_gone");
  return found;
}
