import { type Caller, representedUserId } from "../access/caller";
import { sql } from "../platform/db";
import { type PageRequest, pageValues } from "../platform/page";
import { isoText } from "../platform/pool";
import type { OrganizationSummary } from "./organization";

/** What lies in the credential's billing context: the organization itself, or nothing in a person's own area. */
export function listOrganizations(caller: Caller, page: PageRequest): Promise<OrganizationSummary[]> {
  const { billing } = caller;
  if (billing.kind === "individual") return Promise.resolve([]);
  return sql(
    "list_organizations",
    `SELECT o.id, o.name, o.description, o.is_active AS "isActive", ${isoText("o.created_at")} AS "createdAt"
     FROM organizations o
     WHERE o.id = $1 AND o.id < $2 AND ($4::text IS NULL OR EXISTS (
       SELECT 1 FROM organization_memberships m WHERE m.organization_id = o.id AND m.user_id = $4))
     LIMIT $3`,
    [...pageValues(billing.organizationId, page), representedUserId(caller)],
  );
}
