import { z } from "zod";
import { displayName, isStorable } from "@/lib/platform/text";

const NAME_MAX_LENGTH = 100;
const EMAIL_MAX_LENGTH = 254;
/** Long enough for any passphrase; bounded, because hashing costs time. */
const PASSWORD_MAX_LENGTH = 1_024;

export const SignIn = z.object({
  email: z.string().trim().toLowerCase().min(1).max(EMAIL_MAX_LENGTH).refine(isStorable),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH).refine(isStorable),
});
export type SignIn = z.infer<typeof SignIn>;

export const Profile = z.object({
  name: displayName(NAME_MAX_LENGTH),
  locale: z.enum(["en", "ja"], "form_unreadable"),
  sendsTranscripts: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  locale: string;
  isAdmin: boolean;
}
