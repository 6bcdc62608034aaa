import { recordAction } from "@/lib/audit/record-action";
import { query, transaction } from "@/lib/db/transaction";
import { checkInput } from "@/lib/platform/check-input";
import { now } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import { FIND_INVITATION_OF } from "../accounts.sql";
import { signUpMode } from "../mail-links/sign-up";
import { findMailToken, useMailToken } from "../mail-links/use-mail-token";
import { hashPassword } from "../sign-in/password";
import { newPassword, Profile, type SignedInUser } from "./account";

export interface NewAccount {
  token: string;
  name: string;
  password: string;
  locale: string;
}

export interface CreatedAccount {
  user: SignedInUser;
  invitationId: string | null;
}

export async function maySignUp(email: string): Promise<boolean> {
  const mode = signUpMode();
  if (mode !== "invited") return mode === "open";
  return (await query(FIND_INVITATION_OF, { email, now: now() })).length > 0;
}

export async function createAccount({ token, locale, ...typed }: NewAccount): Promise<CreatedAccount | null> {
  const open = await findMailToken(token, "sign_up");
  if (open === null || !(await maySignUp(open.email))) return null;
  const name = checkInput(Profile.shape.name, typed.name, "name");
  const passwordHash = await hashPassword(checkInput(newPassword(open.email), typed.password, "password"));
  return transaction(async (tx) => {
    const used = await useMailToken(tx, token, "sign_up");
    if (used === null) return null;
    const { email, invitationId } = used;
    const [id, createdAt] = [newId("usr"), now()];
    if (await tx.prisma.user.findUnique({ where: { email }, select: { id: true } })) return null;
    await tx.prisma.user.create({
      data: {
        id,
        email,
        name,
        locale,
        passwordHash,
        createdAt,
        billingEntity: { create: { id: newId("bil"), kind: "INDIVIDUAL", createdAt } },
      },
      select: { id: true },
    });
    recordAction(tx, { name: "account.create", userId: id, resourceId: id, scope: "own area" });
    return { user: { id, email, name, locale, isAdmin: false }, invitationId };
  });
}
