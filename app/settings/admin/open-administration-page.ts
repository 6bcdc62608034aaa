import { orNotFound } from "@/app/_ui/page/or-not-found";
import { type AdminAccess, openAdministration } from "@/lib/access/open-administration";
import { requireSession } from "@/lib/accounts/sessions/session";

export async function requireAdmin(path: string): Promise<AdminAccess> {
  const { user } = await requireSession(path);
  return orNotFound(openAdministration(user.id));
}
