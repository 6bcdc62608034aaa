import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { requestMail } from "@/lib/accounts/mail-links/request-mail";
import { MailAddress } from "@/lib/accounts/profile/account";
import { readClientAddress, readLocale } from "@/lib/accounts/sessions/session";
import { checkInput } from "@/lib/platform/check-input";

/** The page shows the address and offers to send again. */
export interface SentState {
  kind: "sent";
  email: string;
}

/** Shown again in the form, so without characters that a field cannot hold. */
export function keepEmail(form: FormData): string {
  return readField(form, "email")
    .slice(0, 254)
    .replace(/\p{Cc}/gu, "")
    .toWellFormed();
}

export async function askForMail(kind: "sign_up" | "password_reset", form: FormData): Promise<SentState> {
  const email = checkInput(MailAddress, readField(form, "email"), "email");
  const [address, locale] = await Promise.all([readClientAddress(), readLocale()]);
  const result = await requestMail({ kind, email, address, locale });
  if (result.kind === "limited") throw refuse("mail_limited", "", Math.ceil(result.retryAfterSeconds / 60));
  return { kind: "sent", email };
}
