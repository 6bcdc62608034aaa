export const PASSKEYS_PATH = "/settings/account";

export function passkeyPath(id: string): string {
  return `${PASSKEYS_PATH}/passkeys/${encodeURIComponent(id)}`;
}
