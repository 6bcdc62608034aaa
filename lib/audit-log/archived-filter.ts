import type { Block } from "../audit/archive/archive-file";
import { type ArchivedColumns, mayContain } from "../audit/archive/block-summary";
import type { AuditFilter } from "./audit-filter";

const OWN_IDS = [
  "requestId",
  "userId",
  "apiKeyId",
  "appId",
  "grantId",
  "externalTokenId",
  "resourceId",
] as const satisfies readonly string[];

export interface ArchivedMatch {
  mayFit: (block: Block) => boolean;
  fits: (columns: ArchivedColumns) => boolean;
  contains: string | null;
}

interface RowFilter extends Pick<AuditFilter, "isAct" | "surface" | "isRefused" | "id"> {
  routes: readonly string[] | null;
  ids: readonly string[];
}

/** Must match what the statements of `audit.sql.ts` select. */
export function matchFilter({ isAct, surface, route, isRefused, id }: AuditFilter): ArchivedMatch {
  return matchRows({ isAct, surface, isRefused, id, routes: route === null ? null : [route], ids: OWN_IDS });
}

export function matchRows({ isAct, surface, routes, isRefused, id, ids }: RowFilter): ArchivedMatch {
  return {
    mayFit: (block) =>
      (!isAct || (routes === null ? block.acts.length > 0 : routes.some((route) => block.acts.includes(route)))) &&
      (surface === null || block.surfaces.includes(surface)) &&
      (isRefused === null || (isRefused ? block.hasRefused : block.hasDone)) &&
      (id === null || mayContain(block, id)),
    fits: (columns) =>
      (!isAct || columns.method === "ACT") &&
      (surface === null || columns.surface === surface) &&
      (routes === null || routes.includes(columns.route)) &&
      (isRefused === null || columns.status >= 400 === isRefused) &&
      (id === null || ids.some((name) => columns[name] === id)),
    // A client may choose its request id, so match it as JSON escapes it.
    contains: id === null ? null : JSON.stringify(id),
  };
}
