import { z } from "zod";
import { countCodePoints, isStorable } from "@/lib/platform/text";

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
  name: z
    .string()
    .trim()
    .refine((name) => name.length > 0, { params: { reason: "name_missing" } })
    .refine((name) => countCodePoints(name) <= NAME_MAX_LENGTH, { params: { reason: "name_too_long" } })
    .refine((name) => !/[\p{Cc}\p{Surrogate}]/u.test(name), { params: { reason: "name_unreadable" } }),
  locale: z.enum(["en", "ja"]),
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
