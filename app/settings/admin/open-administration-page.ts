import { orNotFound } from "@/app/_ui/or-not-found";
import { type AdminAccess, openAdministration } from "@/lib/accounts/open-administration";
import { requireSession } from "@/lib/accounts/session";

/** Other people get the 404 page. */
export async function requireAdmin(path: string): Promise<AdminAccess> {
  const { user } = await requireSession(path);
  return orNotFound(openAdministration(user.id));
}
