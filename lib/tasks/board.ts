import { z } from "zod";

export const BoardSummary = z
  .object({
    id: z.string(),
    roomId: z.string(),
    name: z.string(),
    position: z.number().int().meta({ description: "The lowest is the room's first board, which new tasks get" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "BoardSummary" });
export type BoardSummary = z.output<typeof BoardSummary>;
