import { ECDH } from "node:crypto";
import { z } from "zod";

export const PUSH_DEVICES_PER_PERSON_MAX = 20;
export const PUSH_LIFETIME_MS = 24 * 60 * 60 * 1000;

const ENDPOINT_MAX_LENGTH = 1_000;

/** Computing with a point that is not on the curve throws. */
function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, "prime256v1", "base64url").length > 0;
  } catch {
    return false;
  }
}

/** The JSON of a browser's `PushSubscription`. Every part comes from a client. */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(ENDPOINT_MAX_LENGTH),
  keys: z.object({
    p256dh: z
      .string()
      .regex(/^B[A-Za-z0-9_-]{86}$/)
      .refine(isPoint),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  }),
});
export type PushSubscription = z.output<typeof PushSubscription>;
