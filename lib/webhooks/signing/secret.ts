import { randomToken } from "../../platform/crypto";

/** All bytes of the text are the HMAC key, prefix included. */
export function createWebhookSecret(): string {
  return `whsec_${randomToken()}`;
}

/** §3: the clock ends a rotation, not the job that promotes secrets. */
export function chooseSecrets<Key>(
  { current, next }: { current: Key; next: Key | null },
  rotationEndsAt: Date | null,
  now: Date,
): readonly [Key, ...Key[]] {
  if (next === null || rotationEndsAt === null) return [current];
  return rotationEndsAt > now ? [current, next] : [next];
}
