import { prisma } from "../db/prisma";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { nowMs } from "../platform/clock";
import { REQUEST_DETAILS_RETENTION_DAYS } from "../platform/limits";
import { FIND_REQUESTS } from "./details.sql";
import { personSeen, type RequestArea, type RequestViewer } from "./open-viewer";

export type FoundRow = RowOf<typeof FIND_REQUESTS>;

const DAY_MS = 24 * 60 * 60 * 1000;
const ID_MAX_LENGTH = 128;

export const oldestExplained = () => new Date(nowMs() - REQUEST_DETAILS_RETENTION_DAYS * DAY_MS);

export async function findRequests(
  viewer: RequestViewer,
  requestId: string,
): Promise<{ row: FoundRow; area: RequestArea }[]> {
  if (requestId.length > ID_MAX_LENGTH) return [];
  const rows = await query(FIND_REQUESTS, { requestId, since: oldestExplained() });
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
  return distinct.flatMap((row) => {
    const area = viewer.areas.find(({ entityId }) => entityId === row.billingEntityId);
    if (!area) return [];
    const person = personSeen(viewer, area);
    return person === null || person === row.userId ? [{ row, area }] : [];
  });
}

const OWN_ID = /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/**
 * A request without a known credential has a row in the audit log only. Nobody can guess its id: the service made it and
 * named it only in the response.
 */
export async function findUnownedRequest(requestId: string) {
  if (!OWN_ID.test(requestId)) return null;
  return prisma().auditLog.findFirst({
    where: { requestId, at: { gte: oldestExplained() }, billingEntityId: null, surface: { in: ["v1", "mcp"] } },
    select: { at: true, surface: true, method: true, route: true, status: true, errorCode: true, durationMs: true },
    orderBy: { at: "desc" },
  });
}
