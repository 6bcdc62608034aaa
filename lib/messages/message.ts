import { z } from "zod";
import { MESSAGE_BODY_MAX_LENGTH } from "../platform/limits";
import { text } from "../platform/text";

export const MessageSummary = z
  .object({
    id: z.string(),
    roomId: z.string(),
    authorId: z.string().nullable(),
    body: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "MessageSummary" });
export type MessageSummary = z.output<typeof MessageSummary>;

export const CreateMessage = z
  .strictObject({
    body: text(1, MESSAGE_BODY_MAX_LENGTH),
    replyToMessageId: z.string().optional().meta({ description: "A message of the same room" }),
  })
  .meta({ id: "CreateMessage" });
export type CreateMessage = z.output<typeof CreateMessage>;
