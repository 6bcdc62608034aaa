import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { nowMs } from "../platform/clock";
import { REQUEST_DETAILS_RETENTION_DAYS } from "../platform/limits";
import { FIND_REQUESTS, FIND_UNOWNED_REQUEST } from "./details.sql";
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
  const rows = await query(FIND_REQUESTS, [requestId, oldestExplained()]);
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
  return distinct.flatMap((row) => {
    const area = viewer.areas.find(({ entityId }) => entityId === row.billingEntityId);
    if (!area) return [];
    const person = personSeen(viewer, area);
    return person === null || person === row.userId ? [{ row, area }] : [];
  });
}

const OWN_ID = /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Nobody can guess this id: the service made it and named it only in the response. */
export async function findUnownedRequest(requestId: string) {
  if (!OWN_ID.test(requestId)) return null;
  const [row] = await query(FIND_UNOWNED_REQUEST, [requestId, oldestExplained()]);
  return row ?? null;
}
