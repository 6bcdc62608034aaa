import { z } from "zod";
import { LOCALES } from "@/lib/i18n/locale";
import { countCodePoints, isStorable } from "@/lib/platform/characters";
import { displayName } from "@/lib/platform/text";
import { isGuessable } from "../sign-in/guessable-password";

const NAME_MAX_LENGTH = 100;
const EMAIL_MAX_LENGTH = 254;
const PASSWORD_MAX_LENGTH = 1_024;

export const SignIn = z.object({
  email: z.string().trim().toLowerCase().min(1).max(EMAIL_MAX_LENGTH).refine(isStorable),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH).refine(isStorable),
});
export type SignIn = z.infer<typeof SignIn>;

export const Profile = z.object({
  name: displayName(NAME_MAX_LENGTH),
  locale: z.enum(LOCALES, "form_unreadable"),
  sendsTranscripts: z.boolean(),
  hidesPresence: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

export const MailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "email_missing")
  .max(EMAIL_MAX_LENGTH, "email_invalid")
  .pipe(z.email("email_invalid"))
  .refine(isStorable, "email_invalid");

/** NIST SP 800-63B: length counts, kinds of characters do not. */
export const PASSWORD_MIN_LENGTH = 12;

export function newPassword(email: string) {
  const [mailbox = ""] = email.split("@");
  return z
    .string()
    .max(PASSWORD_MAX_LENGTH, "password_too_long")
    .refine(isStorable, "password_unreadable")
    .refine((password) => countCodePoints(password) >= PASSWORD_MIN_LENGTH, "password_too_short")
    .refine((password) => {
      const typed = password.toLowerCase();
      if (typed === email || typed === mailbox || new Set(typed).size <= 3) return false;
      return !isGuessable(password, [mailbox, ...mailbox.split(/[^a-z]+/)]);
    }, "password_guessable");
}

export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  locale: string;
  isAdmin: boolean;
}

export interface ProvenUser extends SignedInUser {
  passwordMark?: string;
}
