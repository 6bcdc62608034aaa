import { z } from "zod";
import { SUSPENSION_MESSAGE_MAX_LENGTH, SUSPENSION_REASONS } from "../../access/suspension-reasons";
import { countCodePoints, isStorable } from "../../platform/characters";

export const SuspendTenant = z.object({
  reason: z.enum(SUSPENSION_REASONS, { error: "choice_missing" }),
  message: z
    .string()
    .trim()
    .min(1, "suspension_message_missing")
    .refine((text) => countCodePoints(text) <= SUSPENSION_MESSAGE_MAX_LENGTH, "suspension_message_too_long")
    .refine((text) => isStorable(text) && !/\p{Cc}/u.test(text), "suspension_message_unreadable"),
});
export type SuspendTenant = z.output<typeof SuspendTenant>;
