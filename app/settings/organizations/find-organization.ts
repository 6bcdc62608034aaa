import { organizationPath } from "@/app/_links";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type OrganizationAccess, openOrganization } from "@/lib/organizations/open-organization";

export async function openOrganizationPage(organizationId: string, rest = ""): Promise<OrganizationAccess> {
  const { user } = await requireSession(organizationPath(organizationId, rest));
  return orNotFound(openOrganization(user.id, organizationId));
}
