export const TENANTS_PATH = "/settings/admin/tenants";

export function tenantPath(tenantId: string): string {
  return `${TENANTS_PATH}/${tenantId}`;
}

export function tenantsPath(filter: Readonly<Record<string, string>>): string {
  const given = Object.entries(filter).filter(([, value]) => value !== "");
  return given.length === 0 ? TENANTS_PATH : `${TENANTS_PATH}?${new URLSearchParams(given).toString()}`;
}
