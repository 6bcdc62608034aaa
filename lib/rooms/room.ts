import { z } from "zod";
import { GUEST_ROLE, MANAGER_ROLE, MEMBER_ROLE, OWNER_ROLE } from "../access/roles";

export const RoomSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    roomType: z.number().int().meta({ description: "0 normal. Direct-message rooms (1) are never served." }),
    organizationId: z.string().nullable(),
    createdById: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "RoomSummary" });
export type RoomSummary = z.output<typeof RoomSummary>;

export const RoomMember = z
  .object({
    userId: z.string(),
    role: z
      .number()
      .int()
      .meta({ examples: [GUEST_ROLE, MEMBER_ROLE, MANAGER_ROLE, OWNER_ROLE], "x-svc-values": "memberRole" })
      .nullable()
      .meta({ description: "null: unknown" }),
    joinedAt: z.iso.datetime().nullable().meta({ description: "Always null at present" }),
    displayName: z.string().nullable(),
  })
  .meta({ id: "RoomMember" });
export type RoomMember = z.output<typeof RoomMember>;
