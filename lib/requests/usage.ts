import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { invalid } from "../platform/errors";
import { limitMonthlyUnits, REQUEST_HOURS_RETENTION_DAYS } from "../platform/limits";
import { readUnits } from "../usage/reserve";
import { findArea, personSeen, type RequestArea, type RequestViewer } from "./open-viewer";
import { projectEnd } from "./projection";
import { type Actor, describeActor, type Named, readActors } from "./read-actors";
import { type DeliveryUsage, sumDeliveries } from "./sum-deliveries";
import { SUM_USAGE } from "./usage.sql";

interface Sums {
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

type UsageRows = Record<(typeof FACETS)[number], Row[]>;

async function sumUsage(
  viewer: RequestViewer,
  area: RequestArea,
  { since, until, credentialId }: { since: Date; until: Date; credentialId: string | null },
): Promise<UsageRows> {
  const rows = await query(SUM_USAGE, {
    entityId: area.entityId,
    since,
    until,
    userId: personSeen(viewer, area),
    credentialId,
  });
  const of = (index: number) => rows.filter(({ facet }) => facet === ALL_BITS - 2 ** (FACETS.length - 1 - index));
  return Object.fromEntries(FACETS.map((facet, index) => [facet, of(index)])) as UsageRows;
}

function readSums(row: Row): Sums {
  const requests = Number(row.requests);
  return {
    requests,
    units: Number(row.units),
    refused: Number(row.refused),
    failed: Number(row.failed),
    meanMs: requests === 0 ? null : Math.round(Number(row.durationMs) / requests),
  };
}

export interface UsageSpan {
  ownerId?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  credentialId?: string | undefined;
}

export interface Usage {
  area: Pick<RequestArea, "kind" | "ownerId" | "name" | "seesAll">;
  since: Date;
  until: Date;
  total: Sums;
  hours: ({ hour: Date } & Sums)[];
  days: ({ day: string } & Sums)[];
  credentials: ({ actor: Actor } & Sums)[];
  people: ({ person: Named } & Sums)[];
  routes: ({ surface: string; method: string; route: string } & Sums)[];
  statuses: { status: number; errorCode: string | null; requests: number }[];
  axes: { axis: string; requests: number }[];
  deliveries: DeliveryUsage | null;
  units: {
    limit: number | null;
    used: number;
    remaining: number | null;
    resetAt: Date;
    /** The pace of the last seven days decides; null when the units last until `resetAt`. */
    runsOutAt: Date | null;
  };
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const SPAN_DEFAULT_MS = 7 * DAY_MS;
const SPAN_MAX_MS = 31 * DAY_MS;

const NONE: Sums = { requests: 0, units: 0, refused: 0, failed: 0, meanMs: null };

export async function readUsage(viewer: RequestViewer, span: UsageSpan = {}): Promise<Usage> {
  const at = now();
  const area = findArea(viewer, span.ownerId);
  const { since, until } = readSpan(span, at);
  const { entityId, plan, seats, kind, ownerId, name, seesAll } = area;
  const credentialId = span.credentialId ?? null;
  const [rows, deliveries, month] = await Promise.all([
    sumUsage(viewer, area, { since, until, credentialId }),
    credentialId === null ? sumDeliveries(viewer, area, { since, until }) : null,
    readUnits({ entityId, plan, seats }),
  ]);
  const names = await readActors([...rows.credential, ...rows.person]);
  const hours = fillHours(since, until, new Map(rows.hour.map((row) => [row.hour?.getTime() ?? 0, readSums(row)])));
  const { used, remaining, resetAt } = month;
  const limit = limitMonthlyUnits(area);
  return {
    area: { kind, ownerId, name, seesAll },
    since,
    until,
    total: addUp(hours),
    hours,
    days: sumDays(hours),
    credentials: rows.credential.map((row) => ({
      actor: describeActor({ ...row, userId: null }, names),
      ...readSums(row),
    })),
    people: rows.person.flatMap((row) => {
      const { userId } = row;
      return userId === null ? [] : [{ person: { id: userId, name: names.get(userId) ?? null }, ...readSums(row) }];
    }),
    routes: rows.route.map((row) => ({
      surface: row.surface ?? "",
      method: row.method ?? "",
      route: row.route ?? "",
      ...readSums(row),
    })),
    statuses: rows.status.map(({ status, errorCode, requests }) => ({
      status: status ?? 0,
      errorCode,
      requests: Number(requests),
    })),
    axes: rows.axis.flatMap(({ axis, requests }) => (axis === null ? [] : [{ axis, requests: Number(requests) }])),
    deliveries,
    units: { limit, used, remaining, resetAt, runsOutAt: projectEnd({ limit, used, resetAt, hours }, at) },
  };
}

function readSpan({ since, until }: UsageSpan, at: Date): { since: Date; until: Date } {
  const end = new Date(Math.ceil((until?.getTime() ?? at.getTime() + 1) / HOUR_MS) * HOUR_MS);
  const begin = new Date(Math.floor((since?.getTime() ?? end.getTime() - SPAN_DEFAULT_MS) / HOUR_MS) * HOUR_MS);
  const oldest = at.getTime() - REQUEST_HOURS_RETENTION_DAYS * DAY_MS;
  if (begin >= end) throw invalid([{ path: "since", message: "must be before until" }]);
  if (end.getTime() - begin.getTime() > SPAN_MAX_MS + HOUR_MS)
    throw invalid([{ path: "since", message: "a span has at most 31 days" }]);
  return { since: begin.getTime() < oldest ? new Date(Math.ceil(oldest / HOUR_MS) * HOUR_MS) : begin, until: end };
}

function fillHours(since: Date, until: Date, known: ReadonlyMap<number, Sums>): ({ hour: Date } & Sums)[] {
  const count = Math.max(0, Math.round((until.getTime() - since.getTime()) / HOUR_MS));
  return Array.from({ length: count }, (_, index) => {
    const hour = new Date(since.getTime() + index * HOUR_MS);
    return { hour, ...(known.get(hour.getTime()) ?? NONE) };
  });
}

function sumDays(hours: readonly ({ hour: Date } & Sums)[]): ({ day: string } & Sums)[] {
  const days = new Map<string, Sums[]>();
  for (const { hour, ...sums } of hours) {
    const day = hour.toISOString().slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), sums]);
  }
  return [...days].map(([day, sums]) => ({ day, ...addUp(sums) }));
}

function addUp(sums: readonly Sums[]): Sums {
  const total = (read: (sum: Sums) => number) => sums.reduce((all, sum) => all + read(sum), 0);
  const requests = total((sum) => sum.requests);
  const durationMs = total((sum) => (sum.meanMs ?? 0) * sum.requests);
  return {
    requests,
    units: total((sum) => sum.units),
    refused: total((sum) => sum.refused),
    failed: total((sum) => sum.failed),
    meanMs: requests === 0 ? null : Math.round(durationMs / requests),
  };
}
