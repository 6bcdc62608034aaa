import { z } from "zod";

/** §2 */
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
    role: z.number().int().nullable().meta({ description: "10 guest, 20 member, 30 manager, 40 owner; null unknown" }),
    joinedAt: z.iso.datetime().nullable().meta({ description: "Always null at present" }),
    displayName: z.string().nullable(),
  })
  .meta({ id: "RoomMember" });
export type RoomMember = z.output<typeof RoomMember>;
