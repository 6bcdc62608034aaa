import { z } from "zod";
import { RECORD_CONTENT_MAX_LENGTH, RECORD_TITLE_MAX_LENGTH } from "../platform/limits";
import { describeChoice } from "../platform/members";
import { text } from "../platform/text";

export const RECORD_STATUSES = ["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED", "LOCKED", "ARCHIVED"] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

export const RECORD_ORIGINS = ["MANUAL", "TRANSCRIPT"] as const;
export type RecordOrigin = (typeof RECORD_ORIGINS)[number];

export const RecordSummary = z
  .object({
    id: z.string(),
    roomId: z.string(),
    title: z.string(),
    status: z.string().meta({ examples: [...RECORD_STATUSES], "x-svc-values": "recordStatus" }),
    createdById: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "RecordSummary" });
export type RecordSummary = z.output<typeof RecordSummary>;

/** Invalid input becomes 0, which no version has. Nine digits fit PostgreSQL's integer. */
export function readVersionNumber(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

export const RecordDetail = RecordSummary.extend({ content: z.string() }).meta({ id: "RecordDetail" });
export type RecordDetail = z.output<typeof RecordDetail>;

const title = text(1, RECORD_TITLE_MAX_LENGTH);
const content = text(0, RECORD_CONTENT_MAX_LENGTH);

export const CreateRecord = z.strictObject({ title, content: content.optional() }).meta({ id: "CreateRecord" });
export type CreateRecord = z.output<typeof CreateRecord>;

export const UpdateRecord = z
  .strictObject({ title: title.optional(), content: content.optional() })
  .refine((changes) => Object.values(changes).some((change) => change !== undefined), {
    message: "must hold at least one of title, content",
  })
  .meta({ id: "UpdateRecord", ...describeChoice("anyOf", ["title", "content"]) });
export type UpdateRecord = z.output<typeof UpdateRecord>;
