import { now } from "@/lib/platform/clock";
import { startOfSpan } from "@/lib/platform/time-span";
import { listRequests } from "@/lib/requests/list";
import { openRequests } from "@/lib/requests/open-viewer";
import type { RequestRow } from "@/lib/requests/request-row";
import { readUsage, type Usage } from "@/lib/requests/usage";
import { openArea } from "../open-area";
import { readPulse } from "../requests/read-requests";
import { readRequestQuery } from "../requests/request-query";

const AREAS_MAX = 5;
const ROWS_MAX = 8;

export interface Activity {
  usages: Usage[];
  last: { ownerId: string; rows: RequestRow[]; fingerprint: string };
}

export async function readActivity(userId: string): Promise<Activity> {
  const viewer = await openRequests(userId);
  const since = startOfSpan("7d", now());
  const areas = viewer.areas.slice(0, AREAS_MAX);
  const usages = await Promise.all(areas.map(({ ownerId }) => readUsage(viewer, { ownerId, since })));
  const ownerId = await openArea(
    userId,
    "",
    viewer.areas.map((area) => area.ownerId),
  );
  const query = readRequestQuery((name) => (name === "area" ? ownerId : ""));
  const [page, { fingerprint }] = await Promise.all([
    listRequests(viewer, { ownerId }, { limit: ROWS_MAX }),
    readPulse(userId, query),
  ]);
  return { usages, last: { ownerId, rows: page.rows, fingerprint } };
}
