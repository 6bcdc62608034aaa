/**
 * A secret as libraries for Standard Webhooks read it: they decode the base64 behind the prefix, and get the bytes that
 * sign. Every character of a secret is ASCII, as btoa requires.
 */
export function spellForStandardWebhooks(secret: string): string {
  return `whsec_${btoa(secret)}`;
}

/** The first spelling of a secret that is in the one for Standard Webhooks. null: it is not. */
export function readStandardSpelling(secret: string): string | null {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (encoded === undefined || encoded.length % 4 !== 0) return null;
  const decoded = atob(encoded);
  return decoded.startsWith("whsec_") ? decoded : null;
}
