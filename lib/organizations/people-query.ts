import { MEMBER_ROLE } from "../access/roles";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { forbidden, notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LISTED_PEOPLE_MAX } from "../platform/limits";
import { matchPattern } from "../platform/text";
import type { OrganizationAccess } from "./open-organization";
import { LIST_PEOPLE } from "./organizations.sql";

export type OrganizationPerson = RowOf<typeof LIST_PEOPLE>;

/** Guests do not see who else belongs to the organization: they are let into single rooms. */
export function seesPeople(role: number): boolean {
  return role >= MEMBER_ROLE;
}

function requireSight({ role }: OrganizationAccess): void {
  if (seesPeople(role)) return;
  const issues = [{ path: "", message: "managers_only" }];
  throw forbidden("Guests of an organization do not see its people.", { issues });
}

/** Owners first, then by name. `text` is part of a name or an e-mail address; without it, everyone. */
export async function listPeople(access: OrganizationAccess, text = ""): Promise<OrganizationPerson[]> {
  requireSight(access);
  return query(LIST_PEOPLE, [access.organizationId, matchPattern(text), LISTED_PEOPLE_MAX, null]);
}

export async function readPerson(access: OrganizationAccess, userId: string): Promise<OrganizationPerson> {
  requireSight(access);
  const [person] = isId("usr", userId) ? await query(LIST_PEOPLE, [access.organizationId, "%", 1, userId]) : [];
  if (!person) throw notFound();
  return person;
}
