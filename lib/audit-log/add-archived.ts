import { NAME_ACTORS } from "../audit/archive/archives.sql";
import { type ArchivedEntry, compareKeys, mayBeArchived } from "../audit/archive/find-archived";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import type { LIST_AUDIT } from "./audit.sql";
import type { AuditCursor } from "./audit-filter";

type AuditEntry = RowOf<typeof LIST_AUDIT>;

interface Span {
  before: AuditCursor;
  from: Date | null;
  limit: number;
}

interface Archived<Row> {
  rows: Row[];
  stoppedAt: AuditCursor | null;
}

/** PostgreSQL was read first, so a month that left it meanwhile is in both and counts once. */
export async function addArchived<Row extends AuditCursor>(
  hot: readonly Row[],
  { before, from, limit }: Span,
  readArchived: (span: Span) => Promise<Archived<Row>>,
): Promise<{ entries: Row[]; next: AuditCursor | null }> {
  const last = hot.length > limit ? hot.at(-1) : undefined;
  const oldest = last?.at ?? from ?? new Date(0);
  if (!(await mayBeArchived(oldest))) return cutPage(hot, limit, null);
  const { rows, stoppedAt } = await readArchived({ before, from: last?.at ?? from, limit: limit + 1 });
  const seen = new Set(hot.map(({ id }) => id));
  const merged = [...hot, ...rows.filter(({ id }) => !seen.has(id))].sort((a, b) => compareKeys(b, a));
  const searched = stoppedAt === null ? merged : merged.filter((row) => compareKeys(row, stoppedAt) >= 0);
  return cutPage(searched, limit, stoppedAt);
}

function cutPage<Row extends AuditCursor>(rows: readonly Row[], limit: number, stoppedAt: AuditCursor | null) {
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? (entries.at(-1) ?? null) : stoppedAt };
}

export async function nameEntries(archived: readonly ArchivedEntry[]): Promise<AuditEntry[]> {
  if (archived.length === 0) return [];
  const rows = archived.map(({ key, columns }) => {
    const { actorId, billingEntityId, organizationId, transactionId, number, version, ...shown } = columns;
    return { ...(shown as unknown as AuditEntry), at: key.at };
  });
  const ids = new Set(
    rows.flatMap(({ userId, apiKeyId, appId }) => [userId, apiKeyId, appId].filter((id) => id !== null)),
  );
  const names = new Map((await query(NAME_ACTORS, { ids: [...ids] })).map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => names.get(id ?? "") ?? null;
  return rows.map((row) => ({
    ...row,
    userName: nameOf(row.userId),
    keyName: nameOf(row.apiKeyId),
    appName: nameOf(row.appId),
  }));
}
