/** Libraries for Standard Webhooks decode the base64 behind the prefix, and must get the bytes that sign. */
export function spellForStandardWebhooks(secret: string): string {
  return `whsec_${btoa(secret)}`;
}

export function readStandardSpelling(secret: string): string | null {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (encoded === undefined || encoded.length % 4 !== 0) return null;
  const decoded = atob(encoded);
  return decoded.startsWith("whsec_") ? decoded : null;
}
