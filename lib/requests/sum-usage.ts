import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { personSeen, type RequestArea, type RequestViewer } from "./open-viewer";
import { SUM_USAGE } from "./usage.sql";

export interface Sums {
  requests: number;
  units: number;
  refused: number;
  failed: number;
  meanMs: number | null;
}

type Row = RowOf<typeof SUM_USAGE>;

/** GROUPING in the statement has this order; the bit of a facet's own column is 0. */
const FACETS = ["hour", "credential", "person", "route", "status", "axis"] as const;
const ALL_BITS = 2 ** FACETS.length - 1;

export type UsageRows = Record<(typeof FACETS)[number], Row[]>;

export async function sumUsage(
  viewer: RequestViewer,
  area: RequestArea,
  { since, until, credentialId }: { since: Date; until: Date; credentialId: string | null },
): Promise<UsageRows> {
  const rows = await query(SUM_USAGE, [area.entityId, since, until, personSeen(viewer, area), credentialId]);
  const of = (index: number) => rows.filter(({ facet }) => facet === ALL_BITS - 2 ** (FACETS.length - 1 - index));
  return Object.fromEntries(FACETS.map((facet, index) => [facet, of(index)])) as UsageRows;
}

export function readSums(row: Row): Sums {
  const requests = Number(row.requests);
  return {
    requests,
    units: Number(row.units),
    refused: Number(row.refused),
    failed: Number(row.failed),
    meanMs: requests === 0 ? null : Math.round(Number(row.durationMs) / requests),
  };
}
