export const HOLDS_PATH = "/settings/admin/legal-holds";

export function liftPath(holdId: string): string {
  return `${HOLDS_PATH}/${encodeURIComponent(holdId)}/lift`;
}
