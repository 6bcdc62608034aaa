import type { AdminAccess } from "../../access/open-administration";
import { matchPattern } from "../../db/match-pattern";
import { prisma } from "../../db/prisma";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { monthOf } from "../../usage/units";
import {
  LIST_OWN_SUSPENSIONS,
  LIST_SUSPENDED_TENANTS,
  LIST_TENANTS,
  READ_TENANT,
  READ_TENANT_QUEUES,
  SEARCH_TENANTS,
} from "./tenants.sql";

export type TenantSummary = RowOf<typeof READ_TENANT>;
export type OwnSuspension = RowOf<typeof LIST_OWN_SUSPENSIONS>;

interface TenantQuery {
  search: string;
  isSuspended: boolean;
  after: string | null;
}

const TENANTS_PER_PAGE = 50;
export const QUEUED_MAX = 10_000;
/** `~` sorts above every id. */
const NEWEST = "~";

export async function listTenants(
  _admin: AdminAccess,
  { search, isSuspended, after }: TenantQuery,
): Promise<{ tenants: TenantSummary[]; next: string | null }> {
  const page = {
    month: monthOf(now()),
    after: after !== null && isId("bil", after) ? after : NEWEST,
    limit: TENANTS_PER_PAGE + 1,
  };
  const text = search.trim();
  const rows =
    text !== ""
      ? await query(SEARCH_TENANTS, { ...page, pattern: matchPattern(text), anyId: text.slice(0, 64), isSuspended })
      : await query(isSuspended ? LIST_SUSPENDED_TENANTS : LIST_TENANTS, page);
  const tenants = rows.slice(0, TENANTS_PER_PAGE);
  return { tenants, next: rows.length > TENANTS_PER_PAGE ? (tenants.at(-1)?.id ?? null) : null };
}

export interface Owner {
  tenantId: string;
  ownerId: string;
  name: string | null;
  /** null: an organization. */
  email: string | null;
}

export async function findOwners(admin: AdminAccess, search: string): Promise<{ owners: Owner[]; hasMore: boolean }> {
  const { tenants, next } = await listTenants(admin, { search, isSuspended: false, after: null });
  const owners = tenants.flatMap(({ id, ownerId, name, email }) =>
    ownerId === null ? [] : [{ tenantId: id, ownerId, name, email }],
  );
  return { owners, hasMore: next !== null };
}

export async function readTenant(_admin: AdminAccess, tenantId: string) {
  if (!isId("bil", tenantId)) throw notFound();
  const [[tenant], [queues], reportedInvitations] = await Promise.all([
    query(READ_TENANT, { month: monthOf(now()), tenantId }),
    query(READ_TENANT_QUEUES, { tenantId, limit: QUEUED_MAX }),
    prisma().invitation.count({ where: { reportedAt: { not: null }, organization: { billingEntityId: tenantId } } }),
  ]);
  if (!tenant || !queues) throw notFound();
  return { ...tenant, queues, reportedInvitations };
}

export function listOwnSuspensions(userId: string): Promise<OwnSuspension[]> {
  return query(LIST_OWN_SUSPENSIONS, { userId });
}
