import type { RowOf } from "../db/statement";
import type { ErrorCode } from "../platform/errors";
import type { LIST_REQUESTS } from "./details.sql";
import { type Actor, describeActor } from "./read-actors";

export type DetailRow = RowOf<typeof LIST_REQUESTS>;

export interface RequestRow {
  id: string;
  requestId: string;
  at: Date;
  surface: string;
  method: string;
  route: string;
  status: number;
  errorCode: ErrorCode | null;
  durationMs: number;
  units: number;
  actor: Actor;
  roomId: string | null;
}

export function describeRow(row: DetailRow, names: ReadonlyMap<string, string>): RequestRow {
  const { id, requestId, at, surface, method, route, status, durationMs, roomId, unitsCost, errorCode } = row;
  return {
    id,
    requestId,
    at,
    surface,
    method,
    route,
    status,
    durationMs,
    roomId,
    errorCode: errorCode as ErrorCode | null,
    units: unitsCost,
    actor: describeActor(row, names),
  };
}
