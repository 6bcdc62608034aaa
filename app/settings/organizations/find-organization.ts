import { notFound } from "next/navigation";
import { requireSession } from "@/lib/accounts/session";
import { type OrganizationAccess, openOrganization } from "@/lib/organizations/open-organization";
import { AppError } from "@/lib/platform/errors";
import { organizationPath } from "./paths";

/** Turns missing and inaccessible organizations into the 404 page. */
export async function orNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "forbidden")) notFound();
    throw error;
  }
}

export async function openOrganizationPage(organizationId: string, rest = ""): Promise<OrganizationAccess> {
  const { user } = await requireSession(organizationPath(organizationId, rest));
  return orNotFound(openOrganization(user.id, organizationId));
}
