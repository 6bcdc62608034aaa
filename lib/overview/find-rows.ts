import type { RowKey } from "../audit-proof/find-proof";
import { READ_LEAF_INSTANT } from "../audit-proof/log.sql";
import { query } from "../platform/db";
import { LIST_ROWS_OF_REQUEST } from "./audit.sql";
import { readAuditCursor } from "./audit-filter";
import type { AuditAccess } from "./open-audit";

/** A request writes one row, and one for each change of access that it makes. */
const ROWS_MAX = 20;
const ROW_NUMBER = /^[1-9]\d{0,17}$/;

/**
 * The keys of rows that a person names: by the cursor of an export, by the row's number, or by the id of a request. Whether
 * the area has such a row is asked again by the reader of the row.
 */
export async function findAuditRows({ billingEntityId }: AuditAccess, name: string): Promise<RowKey[]> {
  const cursor = readAuditCursor(name);
  if (cursor) return [cursor];
  if (!ROW_NUMBER.test(name)) return query(LIST_ROWS_OF_REQUEST, [billingEntityId, name, ROWS_MAX]);
  const leaves = await query(READ_LEAF_INSTANT, [name]);
  return leaves.map(({ at }) => ({ at, id: name }));
}
