import { z } from "zod";

/** §2: metadata only */
export const FileSummary = z
  .object({
    id: z.string(),
    roomId: z.string(),
    fileName: z.string(),
    size: z.number().int(),
    mimeType: z.string(),
    source: z.string().meta({ examples: ["chat", "task", "memo", "board"] }),
    messageId: z.string().nullable(),
    taskId: z.string().nullable(),
    uploadedById: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "FileSummary" });
export type FileSummary = z.output<typeof FileSummary>;
