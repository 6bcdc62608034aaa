import { z } from "zod";
import { MEMBERSHIP_REFUSALS } from "../access/membership";
import { type AppError, forbidden, invalid } from "../platform/errors";
import { ROOM_FIRST_MEMBERS_MAX, ROOM_NAME_MAX_LENGTH } from "../platform/limits";
import { displayName, patternOf, titleText, UNREADABLE } from "../platform/text";

export const RoomName = displayName(ROOM_NAME_MAX_LENGTH);

export const UpdateRoom = z
  .strictObject({
    name: titleText(ROOM_NAME_MAX_LENGTH)
      .refine((name) => !UNREADABLE.test(name), "must not hold control characters or marks that reverse text")
      .meta({
        pattern: patternOf("[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]"),
      }),
  })
  .meta({ id: "UpdateRoom" });

export const CreateRoom = z.object({
  name: RoomName,
  organizationId: z.string().nullable(),
  memberIds: z
    .array(z.string())
    .max(ROOM_FIRST_MEMBERS_MAX, "people_too_many")
    .transform((ids) => [...new Set(ids)].sort()),
  boardName: z.string(),
});

const REFUSALS = {
  direct_room: "The members of direct messages cannot change.",
  personal_room: "A personal room has one member. Create a room in an organization for several people.",
  guest_of_organization: "Guests of the organization cannot see or add its people.",
  person_unknown: "This person does not belong to the room's organization.",
} as const;
export type RoomRefusal = keyof typeof REFUSALS;

export const ROOM_PROBLEMS = [
  "name_missing",
  "name_too_long",
  "name_unreadable",
  "people_too_many",
  "place_unknown",
  "role_unknown",
  "member_gone",
  ...MEMBERSHIP_REFUSALS,
  ...(Object.keys(REFUSALS) as RoomRefusal[]),
] as const;

export function refuseRoom(refusal: RoomRefusal, path = ""): AppError {
  const issues = [{ path, message: refusal }];
  return refusal === "person_unknown" ? invalid(issues, REFUSALS[refusal]) : forbidden(REFUSALS[refusal], { issues });
}
