import { z } from "zod";
import { WEBHOOK_URL_MAX_LENGTH } from "../../platform/limits";
import { STREAM_FORMATS, type StreamFormat, type StreamKind } from "./choices";

export interface Destination {
  id: string;
  kind: StreamKind;
  format: StreamFormat;
  url: string;
  bucket: string | null;
  region: string | null;
  prefix: string | null;
  accessKeyId: string | null;
}

export const PAUSE_REASONS = ["person", "failing", "access"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

const Url = z
  .string({ error: "url_missing" })
  .trim()
  .min(1, "url_missing")
  .max(WEBHOOK_URL_MAX_LENGTH, "url_too_long")
  .refine((url) => !/[\p{Cc}\p{Surrogate}]/u.test(url), "url_invalid");
const Format = z.enum(STREAM_FORMATS, { error: "format_unknown" });

/** URLs leave these characters as they are, so the signed path is the sent path. */
const Prefix = z
  .string()
  .trim()
  .max(200, "prefix_invalid")
  .transform((prefix) => prefix.replace(/^\/+|\/+$/g, ""))
  .refine((prefix) => /^(?:[\w=-][\w=.-]*(?:\/[\w=-][\w=.-]*)*)?$/.test(prefix), "prefix_invalid");

export const CreateStream = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("https"), format: Format, url: Url }),
  z.object({
    kind: z.literal("s3"),
    format: Format,
    url: Url,
    bucket: z
      .string()
      .trim()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "bucket_invalid"),
    region: z
      .string()
      .trim()
      .regex(/^[a-z0-9-]{1,40}$/, "region_invalid"),
    prefix: Prefix,
    accessKeyId: z
      .string()
      .trim()
      .regex(/^[\w.-]{3,128}$/, "access_key_invalid"),
    secretAccessKey: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{8,256}$/, "secret_key_invalid"),
  }),
]);
export type CreateStream = z.input<typeof CreateStream>;

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** `random` spreads the streams of one dead destination. */
export function planRetry(failures: number, at: Date, random: number): Date {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
  return new Date(at.getTime() + pauseMs * (0.75 + random / 2));
}

export function nameObject(first: { at: Date; id: string }, prefix: string | null, format: StreamFormat): string {
  const iso = first.at.toISOString();
  const name = `audit-${iso.replaceAll(/[-:]/g, "")}-${first.id}.${format === "ocsf" ? "ocsf." : ""}ndjson`;
  return [...(prefix ? [prefix] : []), ...iso.slice(0, 10).split("-"), name].join("/");
}
