import { randomToken } from "../platform/crypto";

/** All bytes of the text are the HMAC key, its prefix included. */
export function createWebhookSecret(): string {
  return `whsec_${randomToken()}`;
}

export interface SecretPair {
  current: string;
  next: string | null;
}

/**
 * §3: which secrets sign now, the one that a receiver must hold first. Whether a rotation has ended is decided by the
 * clock here, not by the job that tidies up after it.
 */
export function chooseSecrets(
  { current, next }: SecretPair,
  rotationEndsAt: Date | null,
  now: Date,
): readonly [string, ...string[]] {
  if (next === null || rotationEndsAt === null) return [current];
  return rotationEndsAt > now ? [current, next] : [next];
}
