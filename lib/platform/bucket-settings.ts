import { z } from "zod";

export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name: lower case, digits, dots and hyphens");

/** Of keys that need no encoding. A segment of dots alone would be taken for a way up. */
export const keyPrefix = z
  .string()
  .regex(
    /^(?:(?!\.+\/)[A-Za-z0-9._-]+\/)*$/,
    "must be letters, digits, dots and hyphens, each part with a slash behind",
  );
