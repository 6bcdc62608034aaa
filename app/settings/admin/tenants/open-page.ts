import { tenantPath } from "@/app/_links";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { readTenant } from "@/lib/admin/tenants/queries";
import { requireAdmin } from "../open-administration-page";

export interface TenantPage {
  params: Promise<{ tenantId: string }>;
}

export type Tenant = Awaited<ReturnType<typeof readTenant>>;

export async function openTenantPage({ params }: TenantPage): Promise<Tenant> {
  const { tenantId } = await params;
  return orNotFound(readTenant(await requireAdmin(tenantPath(tenantId)), tenantId));
}
