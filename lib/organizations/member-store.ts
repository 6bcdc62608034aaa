import { checkChange, type Role } from "../access/membership";
import { MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { recordAct } from "../audit/act-store";
import { now } from "../platform/clock";
import { database, type Executor, sql, type Transaction, transaction } from "../platform/db";
import { forbidden, notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LISTED_PEOPLE_MAX } from "../platform/limits";
import { matchPattern } from "../platform/text";
import { lockOrganization, type OrganizationAccess } from "./access-store";
import { IS_OPEN } from "./open-invitations";
import { checkRole, refuse } from "./settings";

export interface OrganizationPerson {
  userId: string;
  name: string;
  email: string;
  role: number;
  joinedAt: Date;
}

const SELECT_PEOPLE = `
  SELECT m.user_id AS "userId", u.name, u.email, m.role, m.created_at AS "joinedAt"
  FROM organization_memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1`;

/** Guests do not see who else belongs to the organization: they are let into single rooms. */
export function seesPeople(role: number): boolean {
  return role >= MEMBER_ROLE;
}

function requireSight({ role }: OrganizationAccess): void {
  if (!seesPeople(role))
    throw forbidden("Guests of an organization do not see its people.", {
      issues: [{ path: "", message: "managers_only" }],
    });
}

/** Owners first, then by name. `text` is part of a name or an address; everybody for an empty one. */
export async function listPeople(access: OrganizationAccess, text = ""): Promise<OrganizationPerson[]> {
  requireSight(access);
  return sql<OrganizationPerson>(
    "list_people_of_organization",
    `${SELECT_PEOPLE} AND (u.name ILIKE $2 OR u.email ILIKE $2) ORDER BY m.role DESC, u.name, m.user_id LIMIT $3`,
    [access.organizationId, matchPattern(text), LISTED_PEOPLE_MAX],
  );
}

export async function readPerson(access: OrganizationAccess, userId: string): Promise<OrganizationPerson> {
  requireSight(access);
  const [row] = isId("usr", userId)
    ? await sql<OrganizationPerson>("find_person_of_organization", `${SELECT_PEOPLE} AND m.user_id = $2`, [
        access.organizationId,
        userId,
      ])
    : [];
  if (!row) throw notFound();
  return row;
}

export interface SeatUse {
  members: number;
  owners: number;
  /** Open invitations: each keeps a seat for whoever accepts it. */
  invited: number;
}

const COUNT_SEATS = `
  SELECT (SELECT count(*)::int FROM organization_memberships WHERE organization_id = $1) AS members,
         (SELECT count(*)::int FROM organization_memberships WHERE organization_id = $1 AND role = $3) AS owners,
         (SELECT count(*)::int FROM invitations i WHERE i.organization_id = $1 AND ${IS_OPEN}) AS invited`;

export async function readSeatUse(on: Executor, organizationId: string): Promise<SeatUse> {
  const [row] = await on.sql<SeatUse>("count_organization_seats", COUNT_SEATS, [organizationId, now(), OWNER_ROLE]);
  return row ?? { members: 0, owners: 0, invited: 0 };
}

export function countSeatUse({ organizationId }: OrganizationAccess): Promise<SeatUse> {
  return readSeatUse(database, organizationId);
}

export async function countTakenSeats(tx: Transaction, organizationId: string): Promise<number> {
  const { members, invited } = await readSeatUse(tx, organizationId);
  return members + invited;
}

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
