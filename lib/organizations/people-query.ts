import { MEMBER_ROLE } from "../access/roles";
import { sql } from "../platform/db";
import { forbidden, notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LISTED_PEOPLE_MAX } from "../platform/limits";
import { matchPattern } from "../platform/text";
import type { OrganizationAccess } from "./open-organization";

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
