import { listArchived } from "../audit/archive/find-archived";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { addArchived, nameEntries } from "./add-archived";
import { matchFilter } from "./archived-filter";
import { LIST_ACTS, LIST_AUDIT, LIST_SERVICE_ACTS, LIST_SERVICE_AUDIT } from "./audit.sql";
import { type AuditCursor, type AuditQuery, readAuditQuery, toAuditFilter } from "./audit-filter";
import type { AuditAccess } from "./open-audit";

export type AuditEntry = RowOf<typeof LIST_AUDIT>;

/** Sorts before every row, so the first page is a range like all others. */
export const NEWEST: AuditCursor = { at: new Date("9999-12-31T23:59:59.999Z"), id: "9223372036854775807" };

export async function listAudit(
  { billingEntityId }: AuditAccess,
  auditQuery: AuditQuery,
  after: AuditCursor | null,
  limit: number,
): Promise<{ entries: AuditEntry[]; next: AuditCursor | null }> {
  const filter = toAuditFilter(auditQuery, now());
  const { isAct, surface, route, isRefused, from, id } = filter;
  const statement =
    billingEntityId === null ? (isAct ? LIST_SERVICE_ACTS : LIST_SERVICE_AUDIT) : isAct ? LIST_ACTS : LIST_AUDIT;
  const before = after ?? NEWEST;
  const page = { billingEntityId, at: before.at, beforeId: before.id, limit: limit + 1 };
  const hot = await query(statement, { ...page, from, surface, route, isRefused, id });
  return addArchived(hot, { before, from, limit }, async (span) => {
    const page = await listArchived(billingEntityId, { ...span, ...matchFilter(filter) });
    return { rows: await nameEntries(page.entries), stoppedAt: page.stoppedAt };
  });
}

export async function findAuditEntry(access: AuditAccess, { at, id }: AuditCursor): Promise<AuditEntry | null> {
  const before = { at, id: String(BigInt(id) + 1n) };
  const { entries } = await listAudit(
    access,
    readAuditQuery(() => ""),
    before,
    1,
  );
  return entries.find((entry) => entry.id === id) ?? null;
}
