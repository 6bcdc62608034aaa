import { now } from "../platform/clock";
import { query } from "../platform/db";
import type { RowOf } from "../platform/statement";
import { LIST_ACTS, LIST_AUDIT, LIST_SERVICE_ACTS, LIST_SERVICE_AUDIT } from "./audit.sql";
import { type AuditCursor, type AuditQuery, readAuditQuery, toAuditFilter } from "./audit-filter";
import type { AuditAccess } from "./open-audit";

export type AuditEntry = RowOf<typeof LIST_AUDIT>;

/** Sorts before every row: the first page is a range like all others. */
export const NEWEST: AuditCursor = { at: new Date("9999-12-31T23:59:59.999Z"), id: "9223372036854775807" };

/** Newest first, at most `limit` rows. `next` is where the following page begins; null after the last. */
export async function listAudit(
  { billingEntityId }: AuditAccess,
  auditQuery: AuditQuery,
  after: AuditCursor | null,
  limit: number,
): Promise<{ entries: AuditEntry[]; next: AuditCursor | null }> {
  const { isAct, surface, route, isRefused, from, id } = toAuditFilter(auditQuery, now());
  const statement =
    billingEntityId === null ? (isAct ? LIST_SERVICE_ACTS : LIST_SERVICE_AUDIT) : isAct ? LIST_ACTS : LIST_AUDIT;
  const { at, id: number } = after ?? NEWEST;
  const values = [billingEntityId, at, number, from, surface, route, isRefused, id, limit + 1] as const;
  const rows = await query(statement, [...values]);
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? (entries.at(-1) ?? null) : null };
}

/** One row, as a link names it; null where this area has none. */
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
