import { z } from "zod";

export const BRAND_NAME_MAX_LENGTH = 30;
export const BRAND_TAGLINE_MAX_LENGTH = 100;

export function brandText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^\P{C}+$/u, "must be one line of visible characters");
}

export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name: lower case, digits, dots and hyphens");

export const keyPrefix = z
  .string()
  .regex(
    /^(?:(?!\.+\/)[A-Za-z0-9._-]+\/)*$/,
    "must be letters, digits, dots and hyphens, each part with a slash behind",
  );

export const ENV_GROUPS = [
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"],
  ["SVC_SMTP_URL", "SVC_MAIL_FROM"],
  [
    "SVC_FILES_S3_ENDPOINT",
    "SVC_FILES_S3_REGION",
    "SVC_FILES_S3_BUCKET",
    "SVC_FILES_S3_ACCESS_KEY_ID",
    "SVC_FILES_S3_SECRET_ACCESS_KEY",
  ],
  [
    "SVC_ARCHIVE_S3_ENDPOINT",
    "SVC_ARCHIVE_S3_REGION",
    "SVC_ARCHIVE_S3_BUCKET",
    "SVC_ARCHIVE_S3_ACCESS_KEY_ID",
    "SVC_ARCHIVE_S3_SECRET_ACCESS_KEY",
  ],
] as const;

export const flag = z.enum(["true", "false"]).transform((value) => value === "true");

export function isHost(host: string): boolean {
  return /^[a-z0-9.[\]:_-]+$/.test(host) && URL.canParse(`http://${host}`);
}
