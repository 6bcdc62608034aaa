import { z } from "zod";
import { MEMBERSHIP_REFUSALS } from "../access/membership";
import { countCodePoints } from "../platform/characters";
import { type AppError, invalid } from "../platform/errors";
import {
  ORGANIZATION_DESCRIPTION_MAX_LENGTH,
  ORGANIZATION_NAME_MAX_LENGTH,
  ORGANIZATION_SEATS_MAX,
} from "../platform/limits";
import { displayName } from "../platform/text";

const EMAIL_MAX_LENGTH = 254;

export const OrganizationDetails = z.object({
  name: displayName(ORGANIZATION_NAME_MAX_LENGTH),
  description: z
    .string()
    .trim()
    .transform((description) => description.replaceAll("\r\n", "\n"))
    .refine(
      (description) => countCodePoints(description) <= ORGANIZATION_DESCRIPTION_MAX_LENGTH,
      "description_too_long",
    )
    .refine((description) => !/[\p{Surrogate}\0]/u.test(description), "description_unreadable")
    .transform((description) => description || null),
});

export const Seats = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, "seats_unreadable")
  .transform(Number)
  .refine((seats) => seats >= 1 && seats <= ORGANIZATION_SEATS_MAX, "seats_out_of_range");

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "email_missing")
  .max(EMAIL_MAX_LENGTH, "email_invalid")
  .pipe(z.email("email_invalid"));

export const ORGANIZATION_PROBLEMS = [
  "name_missing",
  "name_too_long",
  "name_unreadable",
  "description_too_long",
  "description_unreadable",
  "seats_unreadable",
  "seats_out_of_range",
  "seats_taken",
  "seats_full",
  "seats_by_administrator",
  "email_missing",
  "email_invalid",
  "already_member",
  "role_unknown",
  "owners_only",
  "organizations_too_many",
  "invitation_gone",
  "invitation_reported",
  "invitations_many",
  "member_gone",
  "confirmation_mismatch",
  ...MEMBERSHIP_REFUSALS,
] as const;
export type OrganizationProblem = (typeof ORGANIZATION_PROBLEMS)[number];

export function refuse(reason: OrganizationProblem, path = ""): AppError {
  return invalid([{ path, message: reason }]);
}
