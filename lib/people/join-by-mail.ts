import type { SignedInUser } from "../accounts/profile/account";
import { createAccount, type NewAccount } from "../accounts/profile/create-account";
import { acceptInvitation } from "../organizations/accept-invitation";
import { AppError } from "../platform/errors";

interface Joined {
  user: SignedInUser;
  organizationId: string | null;
}

export async function joinByMail(account: NewAccount): Promise<Joined | null> {
  const created = await createAccount(account);
  if (created === null) return null;
  const { user, invitationId } = created;
  if (invitationId === null) return { user, organizationId: null };
  const organizationId = await acceptInvitation(user.id, invitationId).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return { user, organizationId };
}
