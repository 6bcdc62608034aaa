import { compareKeys, findArchivedById, listArchived, mayBeArchived } from "../audit/archive/find-archived";
import type { RowKey } from "../audit/proof/find-proof";
import { READ_LEAF_INSTANT } from "../audit/proof/log.sql";
import { query } from "../db/transaction";
import { matchFilter } from "./archived-filter";
import { LIST_ROWS_OF_REQUEST } from "./audit.sql";
import { readAuditCursor } from "./audit-filter";
import { NEWEST } from "./list-audit";
import type { AuditAccess } from "./open-audit";

const ROWS_MAX = 20;
const ROW_NUMBER = /^[1-9]\d{0,17}$/;

/**
 * The caller checks again that the area has the row. A number of another area takes the same work as an unused one, so
 * timing reveals nothing.
 */
export async function findAuditRows({ billingEntityId }: AuditAccess, name: string): Promise<RowKey[]> {
  const cursor = readAuditCursor(name);
  if (cursor) return [cursor];
  if (!ROW_NUMBER.test(name)) return findRowsOfRequest(billingEntityId, name);
  const [leaf] = await query(READ_LEAF_INSTANT, { auditId: name, billingEntityId });
  const found = leaf ? { at: leaf.at, id: name } : await findArchivedById(billingEntityId, name);
  return found ? [found] : [];
}

async function findRowsOfRequest(billingEntityId: string | null, requestId: string): Promise<RowKey[]> {
  const hot = await query(LIST_ROWS_OF_REQUEST, { billingEntityId, requestId, limit: ROWS_MAX });
  if (hot.length === ROWS_MAX || !(await mayBeArchived(new Date(0)))) return hot;
  const filter = { isAct: false, surface: null, route: null, isRefused: null, from: null, id: requestId };
  const match = matchFilter(filter);
  const archived = await listArchived(billingEntityId, {
    ...match,
    fits: (columns) => columns.requestId === requestId,
    before: NEWEST,
    from: null,
    limit: ROWS_MAX,
  });
  const seen = new Set(hot.map(({ id }) => id));
  const others = archived.entries.map(({ key }) => key).filter(({ id }) => !seen.has(id));
  return [...hot, ...others].sort(compareKeys).slice(0, ROWS_MAX);
}
