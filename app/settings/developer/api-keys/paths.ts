export const KEYS_PATH = "/settings/developer/api-keys";

export function keyPath(keyId: string): string {
  return `${KEYS_PATH}/${encodeURIComponent(keyId)}`;
}
