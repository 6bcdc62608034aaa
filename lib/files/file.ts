import { z } from "zod";
import { FILE_MAX_BYTES, FILE_NAME_MAX_LENGTH } from "../platform/limits";
import { describeChoice, SECRET } from "../platform/members";
import { text } from "../platform/text";

export const FILE_SOURCES = ["chat", "task", "memo", "board"] as const;

/** §2 */
export const FileSummary = z
  .object({
    id: z.string(),
    roomId: z.string(),
    fileName: z.string(),
    size: z.number().int(),
    mimeType: z.string(),
    source: z.string().meta({ examples: [...FILE_SOURCES], "x-svc-values": "fileSource" }),
    messageId: z.string().nullable(),
    taskId: z.string().nullable(),
    uploadedById: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "FileSummary" });
export type FileSummary = z.output<typeof FileSummary>;

/**
 * Path separators, control characters, and characters that turn the direction of text: "gpj.exe" must not look like
 * "exe.jpg".
 */
const UNSAFE = String.raw`/\\\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069`;
const UNSAFE_IN_NAME = new RegExp(`[${UNSAFE}]`, "u");
const NAME_PATTERN = String.raw`^(?:[^${UNSAFE}]*[^.${UNSAFE}][^${UNSAFE}]*|\.{3,})$`;
const MIME_TYPE = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$/;
const SHA256_HEX = /^[0-9a-f]{64}$/;

export const CreateFile = z
  .strictObject({
    fileName: text(1, FILE_NAME_MAX_LENGTH)
      .meta({ pattern: NAME_PATTERN })
      .refine((name) => !UNSAFE_IN_NAME.test(name), "must not hold path separators or control characters")
      .refine((name) => name !== "." && name !== "..", "must be a name"),
    size: z
      .number()
      .int()
      .min(1)
      .max(FILE_MAX_BYTES)
      .meta({ description: "In bytes. The upload must have exactly this size" }),
    mimeType: z.string().regex(MIME_TYPE, "must be a media type without parameters, such as image/png"),
    checksum: z
      .string()
      .regex(SHA256_HEX, "must be a SHA-256 in lower-case hex")
      .optional()
      .meta({ description: "SHA-256 of the bytes in lowercase hex. Other bytes are refused" }),
    messageId: z.string().optional().meta({ description: "The message of this room that it is attached to" }),
    taskId: z.string().optional().meta({ description: "The task of this room that it is attached to" }),
  })
  .refine(({ messageId, taskId }) => (messageId === undefined) !== (taskId === undefined), {
    message: "must hold exactly one of messageId, taskId",
  })
  .meta({ id: "CreateFile", ...describeChoice("oneOf", ["messageId", "taskId"]) });
export type CreateFile = z.output<typeof CreateFile>;

export const FileUpload = z
  .object({
    fileId: z.string(),
    uploadUrl: z.url().meta({ ...SECRET, description: "PUT the bytes here, then complete the upload" }),
    headers: z.record(z.string(), z.string()).meta({ ...SECRET, description: "Send these with the PUT, unchanged" }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "FileUpload" });
export type FileUpload = z.output<typeof FileUpload>;

export const CompleteFile = z.strictObject({}).default({}).meta({ id: "CompleteFile" });

export const FileDownload = z
  .object({ url: z.url().meta({ ...SECRET, description: "GET the bytes here" }), expiresAt: z.iso.datetime() })
  .meta({ id: "FileDownload" });
export type FileDownload = z.output<typeof FileDownload>;
