import { z } from "zod";
import { countCodePoints, isBlank, isStorable } from "../../platform/characters";

const REASON_MAX = 500;

const Reason = z
  .string({ error: "reason_missing" })
  .trim()
  .refine((reason) => !isBlank(reason), "reason_missing")
  .refine((reason) => countCodePoints(reason) <= REASON_MAX, "reason_too_long")
  .refine(isStorable, "reason_unreadable");

/** `area` is the id of an organization or person, or a person's e-mail address. */
export const PlaceHold = z.object({
  area: z.string().trim().min(1, "area_missing").refine(isStorable, "area_unknown"),
  reason: Reason,
});
export const LiftHold = z.object({ reason: Reason });
