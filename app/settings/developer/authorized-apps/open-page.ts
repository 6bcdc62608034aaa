import { grantPath } from "@/app/_links";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { requireSession } from "@/lib/accounts/sessions/session";
import { openGrant } from "@/lib/oauth/grants/grants-query";

export interface GrantPage {
  params: Promise<{ grantId: string }>;
}

export async function requireGrant(grantId: string, subpath = "") {
  const { user } = await requireSession(`${grantPath(grantId)}${subpath}`);
  return orNotFound(openGrant(user.id, grantId));
}
