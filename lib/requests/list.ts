import { openCursor, writeCursor } from "../api/list";
import { prisma } from "../db/prisma";
import { query } from "../db/transaction";
import { nowMs } from "../platform/clock";
import { invalid } from "../platform/errors";
import { REQUEST_DETAILS_RETENTION_DAYS, REQUESTS_PAGE_MAX } from "../platform/limits";
import {
  FIND_MATCHING_DAYS,
  FIND_MATCHING_HOURS,
  FIND_ROOM_HOURS,
  LIST_REFUSED_REQUESTS,
  LIST_REQUESTS,
} from "./details.sql";
import { findArea, personSeen, type RequestViewer } from "./open-viewer";
import { readActors } from "./read-actors";
import { type DetailRow, describeRow, type RequestRow } from "./request-row";
import { after, earlier, findPlaces, later, measureShare, type Span, startOfDay, startOfHour } from "./spans";

export type StatusClass = "2xx" | "4xx" | "5xx";

export interface RequestFilter {
  ownerId?: string | undefined;
  statusClass?: StatusClass | undefined;
  status?: number | undefined;
  errorCode?: string | undefined;
  method?: string | undefined;
  route?: string | undefined;
  surface?: string | undefined;
  credentialId?: string | undefined;
  personId?: string | undefined;
  roomId?: string | undefined;
  axis?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

export interface RequestPage {
  rows: RequestRow[];
  /** A page may be short before the last one; see `searchedUntil`. */
  nextCursor: string | null;
  /** A rare filter ended the page early: everything from this instant on was searched. */
  searchedUntil: Date | null;
}

const PAGE_DEFAULT = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A filter that matches nothing must not read a month. */
const ROWS_READ_MAX = 200_000;
const DAYS_AT_ONCE = 5;
const LIST = "listRequests";

interface Position {
  at: Date;
  id: string;
}

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
  // The clock of another process may be a minute ahead.
  const newest = { at: until ?? new Date(nowMs() + 60_000), id: "0" };
  const position = cursor === undefined ? newest : readPosition(cursor, seal);
  const conditions = writeConditions(filter, personSeen(viewer, area));
  const { facets, roomId, axis } = conditions;
  const isNarrow = [...Object.values(facets), roomId, axis].some((value) => value !== null);
  const search: Search = { entityId: area.entityId, conditions, from, isRefused: wantsRefused(filter), size };
  const found = isNarrow
    ? await searchHours(search, position)
    : { rows: await readSpans(search, [{ since: from, until: after(position.at) }], position), stoppedAt: null };
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

function readPosition(cursor: string, seal: string): Position {
  const text = openCursor(LIST, (position) => /^\d{1,15}-\d{1,19}$/.test(position), cursor, seal);
  if (text === null) throw invalid([{ path: "cursor", message: "is not a cursor of this list and these filters" }]);
  const [at, id = "0"] = text.split("-");
  return { at: new Date(Number(at)), id };
}

interface Facets {
  userId: string | null;
  statusFrom: number | null;
  statusBefore: number | null;
  errorCode: string | null;
  method: string | null;
  route: string | null;
  credentialId: string | null;
  surface: string | null;
}

interface Conditions {
  facets: Facets;
  roomId: string | null;
  axis: string | null;
}

const NOWHERE = "-";

function writeConditions(filter: RequestFilter, onlyUserId: string | null): Conditions {
  const { personId = null } = filter;
  const isForeign = onlyUserId !== null && personId !== null && personId !== onlyUserId;
  const [from, before] = readStatuses(filter);
  const facets: Facets = {
    userId: isForeign ? NOWHERE : (onlyUserId ?? personId),
    statusFrom: from,
    statusBefore: before,
    errorCode: filter.errorCode ?? null,
    method: filter.method ?? null,
    route: filter.route ?? null,
    credentialId: filter.credentialId ?? null,
    surface: filter.surface ?? null,
  };
  return { facets, roomId: filter.roomId ?? null, axis: filter.axis ?? null };
}

function readStatuses({ status, statusClass }: RequestFilter): [number | null, number | null] {
  if (status !== undefined) return [status, status + 1];
  if (statusClass === undefined) return [null, null];
  const first = Number(statusClass[0]) * 100;
  return [first, first + 100];
}

function wantsRefused(filter: RequestFilter): boolean {
  const [from] = readStatuses(filter);
  return (from !== null && from >= 400) || filter.errorCode !== undefined || filter.axis !== undefined;
}

interface Search {
  entityId: string;
  conditions: Conditions;
  from: Date;
  isRefused: boolean;
  size: number;
}

function readSpans(
  { entityId, conditions: { facets, roomId, axis }, isRefused, size }: Search,
  spans: readonly Span[],
  { at, id }: Position,
): Promise<DetailRow[]> {
  const ranges = { sinces: spans.map(({ since }) => since), untils: spans.map(({ until }) => until) };
  const list = isRefused ? LIST_REFUSED_REQUESTS : LIST_REQUESTS;
  return query(list, { entityId, ...ranges, at, id, ...facets, roomId, axis, limit: size + 1 });
}

/**
 * Uncounted requests are read first. Before them, the sums of the hours say where matches are, so that the hours between
 * are skipped.
 */
async function searchHours(search: Search, position: Position): Promise<{ rows: DetailRow[]; stoppedAt: Date | null }> {
  const { entityId, conditions, from, isRefused, size } = search;
  const { facets, roomId, axis } = conditions;
  const rollup = await prisma().requestRollup.findUnique({ where: { id: 1 } });
  const counted = rollup?.countedUntil ?? from;
  const rows: DetailRow[] = [];
  let until = position.at;
  if (until >= counted) {
    const since = later(counted, from);
    rows.push(...(await readSpans(search, [{ since, until: after(until) }], position)));
    until = since;
  } else until = after(until);
  const days = await query(FIND_MATCHING_DAYS, { entityId, since: startOfDay(from), until, ...facets });
  let rowsRead = 0;
  while (rows.length <= size && until > from) {
    const wanted = size + 1 - rows.length;
    const group = days.filter(({ day }) => day < until).slice(0, DAYS_AT_ONCE);
    const [newest, oldest] = [group[0]?.day, group.at(-1)?.day];
    if (!newest || !oldest) return { rows, stoppedAt: null };
    const since = later(startOfHour(from), oldest);
    const end = earlier(until, new Date(newest.getTime() + DAY_MS));
    const kind = isRefused ? "refused" : "all";
    const wantedHours = { entityId, since, until: end, limit: wanted, kind, ...facets };
    const hours =
      roomId === null
        ? await query(FIND_MATCHING_HOURS, { ...wantedHours, axis })
        : await query(FIND_ROOM_HOURS, { ...wantedHours, roomId });
    const spans: Span[] = [];
    // Sums are an upper bound for a room, and for an axis in a room, so the page may need another turn.
    let promised = 0;
    let hoursRead = 0;
    let searched = from;
    for (const hour of hours) {
      const places = findPlaces(hour)
        .map((span) => ({ since: later(span.since, from), until: earlier(span.until, until) }))
        .filter((span) => span.since < span.until);
      const cost = Number(hour.rows) * measureShare(places);
      if (promised >= wanted || (hoursRead > 0 && rowsRead + cost > ROWS_READ_MAX)) break;
      promised += Number(hour.matches);
      rowsRead += cost;
      spans.push(...places);
      searched = hour.hour;
      hoursRead += 1;
    }
    if (spans.length > 0) rows.push(...(await readSpans(search, spans, position)));
    const isAll = hoursRead === hours.length && hours.length < wanted;
    until = isAll ? since : later(searched, from);
    if (rows.length <= size && rowsRead >= ROWS_READ_MAX) return { rows, stoppedAt: until };
  }
  return { rows, stoppedAt: null };
}
