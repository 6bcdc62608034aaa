import { writeFingerprint } from "@/app/_ui/list/serve-pulse";
import { orNull } from "@/app/_ui/page/or-not-found";
import { now } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { listRequests, type RequestPage } from "@/lib/requests/list";
import { listCallers } from "@/lib/requests/list-callers";
import { findArea, openRequests, type RequestViewer } from "@/lib/requests/open-viewer";
import { explainRequest } from "@/lib/requests/why";
import { openArea } from "../open-area";
import { fixStart, type RequestQuery, toRequestFilter } from "./request-query";

const ROWS_PER_PAGE = 50;
/** New rows come first, so that a few rows tell of them. */
const PULSE_ROWS = 5;

interface Place {
  after: string;
  open: string;
  row: string;
}

export async function readScreen(userId: string, asked: RequestQuery, { after, open, row }: Place) {
  const viewer = await openRequests(userId);
  const areas = viewer.areas.map(({ ownerId }) => ownerId);
  const query = { ...asked, area: await openArea(userId, asked.area, areas) };
  const area = findArea(viewer, query.area);
  const fixed = fixStart(query, now());
  const [page, opened, callers] = await Promise.all([
    readPage(viewer, fixed, after),
    open === "" ? null : orNull(explainRequest(viewer, open, row)),
    listCallers(viewer, area),
  ]);
  return { ...page, query, fingerprint: fingerprintOf(page), opened, callers, fixed };
}

async function readPage(viewer: RequestViewer, query: RequestQuery, after: string): Promise<RequestPage> {
  const filter = toRequestFilter(query, now());
  const first = { limit: ROWS_PER_PAGE };
  if (after === "") return listRequests(viewer, filter, first);
  try {
    return await listRequests(viewer, filter, { ...first, cursor: after });
  } catch (error) {
    if (error instanceof AppError && error.code === "validation_error") return listRequests(viewer, filter, first);
    throw error;
  }
}

export async function readPulse(userId: string, query: RequestQuery): Promise<{ fingerprint: string; rows: string[] }> {
  const viewer = await openRequests(userId);
  // The same first minute as the page: otherwise a row that leaves the span would refresh it without end.
  const filter = toRequestFilter(fixStart(query, now()), now());
  const page = await listRequests(viewer, filter, { limit: PULSE_ROWS });
  return { fingerprint: fingerprintOf(page), rows: page.rows.map(({ id }) => id) };
}

const fingerprintOf = ({ rows }: RequestPage) => writeFingerprint(rows.slice(0, PULSE_ROWS).map(({ id }) => id));
