import { orNotFound } from "@/app/_ui/or-not-found";
import { requireSession } from "@/lib/accounts/session";
import { type OrganizationAccess, openOrganization } from "@/lib/organizations/open-organization";
import { organizationPath } from "./paths";

export async function openOrganizationPage(organizationId: string, rest = ""): Promise<OrganizationAccess> {
  const { user } = await requireSession(organizationPath(organizationId, rest));
  return orNotFound(openOrganization(user.id, organizationId));
}
