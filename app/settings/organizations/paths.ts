export const ORGANIZATIONS_PATH = "/settings/organizations";

export function organizationPath(organizationId: string, rest = ""): string {
  return `${ORGANIZATIONS_PATH}/${encodeURIComponent(organizationId)}${rest}`;
}

export function personPath(organizationId: string, userId: string): string {
  return organizationPath(organizationId, `/members/${encodeURIComponent(userId)}`);
}
