export const GRANTS_PATH = "/settings/developer/authorized-apps";

export function grantPath(grantId: string): string {
  return `${GRANTS_PATH}/${encodeURIComponent(grantId)}`;
}
