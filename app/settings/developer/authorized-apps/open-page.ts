import { grantPath } from "@/app/_links";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { requireSession } from "@/lib/accounts/sessions/session";
import { openGrant } from "@/lib/oauth/grants/grants-query";

export async function requireGrant(grantId: string) {
  const { user } = await requireSession(grantPath(grantId));
  return orNotFound(openGrant(user.id, grantId));
}
