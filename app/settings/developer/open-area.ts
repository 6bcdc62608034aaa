import { type OwnerAccess, openOwners } from "@/lib/access/open-owner";
import { readLastPlace } from "@/lib/accounts/sessions/session";
import { notFound } from "@/lib/platform/errors";
import { findOpeningArea } from "@/lib/requests/find-opening-area";

export async function openArea(userId: string, asked: string, areas: readonly string[]): Promise<string> {
  return findOpeningArea(userId, { asked, last: await readLastPlace("area") }, areas);
}

/** The chosen area where the person manages it, otherwise another one that they manage. */
export async function openOwnerOfArea(userId: string, asked = ""): Promise<OwnerAccess> {
  const owners = await openOwners(userId);
  const areas = owners.map(({ owner }) => owner.id);
  const area = await openArea(userId, areas.includes(asked) ? asked : "", areas);
  const access = owners.find(({ owner }) => owner.id === area);
  if (!access) throw notFound();
  return access;
}
