import type { AdminAccess } from "../../access/open-administration";
import { listArchivedActs } from "../../audit/archive/find-archived";
import { ADMINISTRATION_ACTIONS } from "../../audit/record-action";
import { addArchived, nameEntries } from "../../audit-log/add-archived";
import { matchRows } from "../../audit-log/archived-filter";
import { type AuditCursor, type AuditQuery, readAuditQuery, toAuditFilter } from "../../audit-log/audit-filter";
import { NEWEST } from "../../audit-log/list-audit";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { LIST_ADMINISTRATION_ACTS } from "./acts.sql";
import { NAME_TENANTS } from "./hosts.sql";

const SEARCHED = ["requestId", "userId", "resourceId", "billingEntityId", "organizationId"];

export interface AdminAction extends RowOf<typeof LIST_ADMINISTRATION_ACTS> {
  tenantName: string | null;
}

export type AdminActionQuery = Pick<AuditQuery, "act" | "outcome" | "since" | "q">;

export async function listAdminActions(
  _admin: AdminAccess,
  filter: AdminActionQuery,
  after: AuditCursor | null,
  limit: number,
): Promise<{ actions: AdminAction[]; next: AuditCursor | null }> {
  const { isRefused, from, id } = toAuditFilter({ ...readAuditQuery(() => ""), ...filter }, now());
  const names = ADMINISTRATION_ACTIONS.filter((name) => filter.act === "" || name === filter.act);
  const before = after ?? NEWEST;
  const hot = await query(LIST_ADMINISTRATION_ACTS, {
    names,
    at: before.at,
    beforeId: before.id,
    from,
    isRefused,
    id,
    limit: limit + 1,
  });
  const match = matchRows({ isAct: true, surface: null, routes: names, isRefused, id, ids: SEARCHED });
  const { entries: page, next } = await addArchived(hot, { before, from, limit }, async (span) => {
    const { entries, stoppedAt } = await listArchivedActs(names, { ...span, ...match });
    const named = await nameEntries(entries);
    const rows = named.map((row, place) => ({ ...row, tenantId: entries[place]?.columns.billingEntityId ?? null }));
    return { rows, stoppedAt };
  });
  const tenantIds = [...new Set(page.flatMap(({ tenantId }) => tenantId ?? []))];
  const tenants = new Map((await query(NAME_TENANTS, { tenantIds })).map((tenant) => [tenant.id, tenant.name]));
  const actions = page.map((row) => ({ ...row, tenantName: tenants.get(row.tenantId ?? "") ?? null }));
  return { actions, next };
}

export async function findAdminAction(admin: AdminAccess, { at, id }: AuditCursor): Promise<AdminAction | null> {
  const unfiltered = readAuditQuery(() => "");
  const { actions } = await listAdminActions(admin, unfiltered, { at, id: String(BigInt(id) + 1n) }, 1);
  return actions.find((action) => action.id === id) ?? null;
}
