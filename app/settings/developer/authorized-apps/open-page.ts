import { orNotFound } from "@/app/_ui/or-not-found";
import { requireSession } from "@/lib/accounts/session";
import { openGrant } from "@/lib/oauth/grants-query";
import { grantPath } from "./paths";

export interface GrantPage {
  params: Promise<{ grantId: string }>;
}

/** A grant of someone else has no page. */
export async function requireGrant(grantId: string, subpath = "") {
  const { user } = await requireSession(`${grantPath(grantId)}${subpath}`);
  return orNotFound(openGrant(user.id, grantId));
}
