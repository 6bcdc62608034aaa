import { setImmediate as giveWay } from "node:timers/promises";
import { readLeaves } from "../audit/archive/find-proof";
import { exportLeaves } from "../audit/proof/export-leaves";
import { createTurns, type TakeTurn } from "../db/take-turns";
import { shared } from "../platform/shared";
import { type AuditCursor, type AuditQuery, isWholeArea, writeAuditCursor } from "./audit-filter";
import { type AuditEntry, listAudit } from "./list-audit";
import type { AuditAccess } from "./open-audit";

export const EXPORT_FORMATS = ["csv", "ndjson", "proof"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const ROWS_AT_ONCE = 1_000;
/** Other requests wait while these rows are written. */
const ROWS_WITHOUT_BREAK = 100;

/** Exports of one process take turns, so that one tenant's whole log does not delay the others. */
const takeTurn: TakeTurn = (piece) => shared("audit-exports", createTurns)(piece);

const COLUMNS = [
  "cursor",
  "at",
  "requestId",
  "surface",
  "method",
  "route",
  "status",
  "errorCode",
  "authMethod",
  "actorType",
  "userId",
  "userName",
  "apiKeyId",
  "keyName",
  "appId",
  "appName",
  "grantId",
  "externalTokenId",
  "scopes",
  "unitsCost",
  "durationMs",
  "address",
  "requests",
  "resourceId",
  "details",
] as const satisfies readonly (keyof AuditEntry | "cursor")[];

export interface ExportOptions {
  format: ExportFormat;
  after?: AuditCursor | null;
  keptSize?: number | null;
}

export async function* exportAudit(
  access: AuditAccess,
  query: AuditQuery,
  { format, after = null, keptSize = null }: ExportOptions,
): AsyncGenerator<string> {
  const pages = listPages(access, query, after);
  if (format === "proof") {
    const isWhole = after === null && isWholeArea(query);
    yield* exportLeaves({ billingEntityId: access.billingEntityId, isWhole, keptSize }, pages, readLeaves);
    return;
  }
  const writeRow = format === "csv" ? writeCsv : writeJson;
  if (format === "csv" && after === null) yield `${COLUMNS.join(",")}\r\n`;
  for await (const entries of pages)
    for (let from = 0; from < entries.length; from += ROWS_WITHOUT_BREAK) {
      const rows = entries.slice(from, from + ROWS_WITHOUT_BREAK);
      yield rows.map((entry) => writeRow({ cursor: writeAuditCursor(entry), ...entry })).join("");
      await giveWay();
    }
}

async function* listPages(
  access: AuditAccess,
  query: AuditQuery,
  after: AuditCursor | null,
): AsyncGenerator<readonly AuditEntry[]> {
  for (let from = after, isFirst = true; isFirst || from !== null; isFirst = false) {
    const { entries, next } = await takeTurn(() => listAudit(access, query, from, ROWS_AT_ONCE));
    if (entries.length > 0) yield entries;
    from = next;
  }
}

export type ExportedRow = AuditEntry & { cursor: string };

export function writeJson(row: ExportedRow): string {
  return `${JSON.stringify(Object.fromEntries(COLUMNS.map((name) => [name, row[name]])))}\n`;
}

function writeCsv(row: ExportedRow): string {
  return `${COLUMNS.map((name) => writeCell(row[name])).join(",")}\r\n`;
}

/** Spreadsheets run text that begins like a formula, and people choose their names. */
const FORMULA = /^[=+\-@\t\r]/;

function writeCell(value: ExportedRow[keyof ExportedRow]): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
