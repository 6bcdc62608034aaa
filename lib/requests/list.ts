import { openCursor, writeCursor } from "../api/list";
import { nowMs } from "../platform/clock";
import { query } from "../platform/db";
import { invalid } from "../platform/errors";
import { REQUEST_DETAILS_RETENTION_DAYS, REQUESTS_PAGE_MAX } from "../platform/limits";
import { FIND_MATCHING_HOURS, LIST_REFUSED_REQUESTS, LIST_REQUESTS, READ_COUNTED_UNTIL } from "./details.sql";
import { findArea, personSeen, type RequestViewer } from "./open-viewer";
import { readActors } from "./read-actors";
import { type DetailRow, describeRow, type RequestRow } from "./request-row";

export type StatusClass = "2xx" | "4xx" | "5xx";

/** Every member narrows the list; none of them changes its order. */
export interface RequestFilter {
  /** A person's or an organization's id; absent: the person's own area. */
  ownerId?: string | undefined;
  statusClass?: StatusClass | undefined;
  status?: number | undefined;
  errorCode?: string | undefined;
  method?: string | undefined;
  /** A route's pattern, as rows show it. */
  route?: string | undefined;
  surface?: string | undefined;
  /** An API key, an OAuth app or a connector. */
  credentialId?: string | undefined;
  personId?: string | undefined;
  roomId?: string | undefined;
  /** From this instant on, and before that one. */
  since?: Date | undefined;
  until?: Date | undefined;
}

export interface RequestPage {
  rows: RequestRow[];
  /** null: this is the last page. A page may be short before that: see `searchedUntil`. */
  nextCursor: string | null;
  /** Set when a rare filter ended the page early: everything from this instant on was searched. */
  searchedUntil: Date | null;
}

const PAGE_DEFAULT = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Rows that one page may look at: a filter that matches nothing must not read a month. */
const ROWS_READ_MAX = 200_000;
const LIST = "listRequests";

interface Place {
  at: Date;
  id: string;
}

interface Span {
  since: Date;
  until: Date;
}

/** Newest first. */
export async function listRequests(
  viewer: RequestViewer,
  filter: RequestFilter = {},
  { cursor, limit = PAGE_DEFAULT }: { cursor?: string | undefined; limit?: number | undefined } = {},
): Promise<RequestPage> {
  const { ownerId, since, until } = filter;
  const area = findArea(viewer, ownerId);
  const size = Math.min(Math.max(1, limit), REQUESTS_PAGE_MAX);
  const oldest = new Date(nowMs() - REQUEST_DETAILS_RETENTION_DAYS * DAY_MS);
  const from = later(since ?? oldest, oldest);
  const seal = JSON.stringify([
    area.entityId,
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  // A minute ahead: another process's clock may be.
  const newest = { at: until ?? new Date(nowMs() + 60_000), id: "0" };
  const place = cursor === undefined ? newest : readPlace(cursor, seal);
  const conditions = writeConditions(filter, personSeen(viewer, area));
  const isNarrow = conditions.some((value) => value !== null);
  const search: Search = { entityId: area.entityId, conditions, from, isRefused: asksForRefused(filter), size };
  const found = isNarrow
    ? await searchHours(search, place)
    : { rows: await readSpans(search, [{ since: from, until: after(place.at) }], place), stoppedAt: null };
  const rows = found.rows.slice(0, size);
  const last = found.rows.length > size ? rows.at(-1) : undefined;
  const next = last ? { at: last.at, id: last.id } : found.stoppedAt && { at: found.stoppedAt, id: "0" };
  const actors = await readActors(rows);
  return {
    rows: rows.map((row) => describeRow(row, actors)),
    nextCursor: next ? writeCursor(LIST, `${next.at.getTime()}-${next.id}`, seal) : null,
    searchedUntil: last ? null : found.stoppedAt,
  };
}

function readPlace(cursor: string, seal: string): Place {
  const text = openCursor(LIST, (place) => /^\d{1,15}-\d{1,19}$/.test(place), cursor, seal);
  if (text === null) throw invalid([{ path: "cursor", message: "is not a cursor of this list and these filters" }]);
  const [at, id = "0"] = text.split("-");
  return { at: new Date(Number(at)), id };
}

type Conditions = [
  userId: string | null,
  statusFrom: number | null,
  statusBefore: number | null,
  errorCode: string | null,
  method: string | null,
  route: string | null,
  credentialId: string | null,
  surface: string | null,
  roomId: string | null,
];

const NOWHERE = "-";

function writeConditions(filter: RequestFilter, onlyUserId: string | null): Conditions {
  const { personId = null } = filter;
  const isForeign = onlyUserId !== null && personId !== null && personId !== onlyUserId;
  const [from, before] = readStatuses(filter);
  return [
    isForeign ? NOWHERE : (onlyUserId ?? personId),
    from,
    before,
    filter.errorCode ?? null,
    filter.method ?? null,
    filter.route ?? null,
    filter.credentialId ?? null,
    filter.surface ?? null,
    filter.roomId ?? null,
  ];
}

function readStatuses({ status, statusClass }: RequestFilter): [number | null, number | null] {
  if (status !== undefined) return [status, status + 1];
  if (statusClass === undefined) return [null, null];
  const first = Number(statusClass[0]) * 100;
  return [first, first + 100];
}

function asksForRefused(filter: RequestFilter): boolean {
  const [from] = readStatuses(filter);
  return (from !== null && from >= 400) || filter.errorCode !== undefined;
}

interface Search {
  entityId: string;
  conditions: Conditions;
  from: Date;
  isRefused: boolean;
  size: number;
}

function readSpans(
  { entityId, conditions, isRefused, size }: Search,
  spans: readonly Span[],
  { at, id }: Place,
): Promise<DetailRow[]> {
  const values = [spans.map(({ since }) => since), spans.map(({ until }) => until)] as const;
  const list = isRefused ? LIST_REFUSED_REQUESTS : LIST_REQUESTS;
  return query(list, [entityId, ...values, at, id, ...conditions, size + 1]);
}

/**
 * Requests that are not counted yet are read first. Before them the sums of the hours tell where a match is, so that the
 * hours between are skipped. `stoppedAt`: the search ended there, and there may be more.
 */
async function searchHours(search: Search, place: Place): Promise<{ rows: DetailRow[]; stoppedAt: Date | null }> {
  const { entityId, conditions, from, isRefused, size } = search;
  const [state] = await query(READ_COUNTED_UNTIL, []);
  const counted = startOfHour(state?.countedUntil ?? from);
  const rows: DetailRow[] = [];
  let until = place.at;
  if (until >= counted) {
    const since = later(counted, from);
    rows.push(...(await readSpans(search, [{ since, until: after(until) }], place)));
    until = since;
  } else until = after(until);
  let rowsRead = 0;
  while (rows.length <= size && until > from) {
    const wanted = size + 1 - rows.length;
    const hours = await query(FIND_MATCHING_HOURS, [
      entityId,
      startOfHour(from),
      until,
      wanted,
      isRefused ? "refused" : "all",
      ...conditions,
    ]);
    if (hours.length === 0) return { rows, stoppedAt: null };
    const spans: Span[] = [];
    // Of a room's requests the sums are an upper bound, and the page may need another turn.
    let promised = 0;
    for (const hour of hours) {
      if (promised >= wanted || (spans.length > 0 && rowsRead + Number(hour.rows) > ROWS_READ_MAX)) break;
      promised += Number(hour.matches);
      rowsRead += Number(hour.rows);
      const end = new Date(hour.hour.getTime() + HOUR_MS);
      spans.push({ since: later(hour.hour, from), until: earlier(end, until) });
    }
    rows.push(...(await readSpans(search, spans, place)));
    until = spans.at(-1)?.since ?? from;
    const isAll = spans.length === hours.length && hours.length < wanted;
    if (isAll) return { rows, stoppedAt: null };
    if (rows.length <= size && rowsRead >= ROWS_READ_MAX) return { rows, stoppedAt: until };
  }
  return { rows, stoppedAt: null };
}

function later(a: Date, b: Date): Date {
  return a.getTime() > b.getTime() ? a : b;
}

function earlier(a: Date, b: Date): Date {
  return later(a, b) === a ? b : a;
}

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** Instants have milliseconds: the place itself lies before this. */
function after(at: Date): Date {
  return new Date(at.getTime() + 1);
}
