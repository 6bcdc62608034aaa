import { type Caller, representedUserId } from "../access/caller";
import { type PageRequest, pageValues } from "../db/page";
import { query } from "../db/transaction";
import type { OrganizationSummary } from "./organization";
import { LIST_ORGANIZATIONS } from "./organizations.sql";

/** The organization of the credential's billing context; none in a person's own area. */
export async function listOrganizations(caller: Caller, page: PageRequest): Promise<OrganizationSummary[]> {
  const { billing } = caller;
  if (billing.kind === "individual") return [];
  return query(LIST_ORGANIZATIONS, [...pageValues(billing.organizationId, page), representedUserId(caller)]);
}
