import { type AuditCursor, readAuditCursor, writeAuditCursor } from "./audit-filter";

/** The last row of an export of a whole area, which later ones must have, and the log of that time. */
export interface ExportedRow {
  cursor: AuditCursor;
  number: number;
  index: number;
  /** The entries of the log. */
  size: number;
  exportedAt: Date;
}

/** For a cookie: `<row>_<number>_<index>_<size>_<milliseconds>`. */
export function writeExportedRow({ cursor, number, index, size, exportedAt }: ExportedRow): string {
  return [writeAuditCursor(cursor), number, index, size, exportedAt.getTime()].join("_");
}

/** null: none of ours. */
export function readExportedRow(text: string): ExportedRow | null {
  const [, row = "", ...rest] = /^([\d.]{1,40})_(\d{1,15})_(\d{1,15})_(\d{1,15})_(\d{1,14})$/.exec(text) ?? [];
  const cursor = readAuditCursor(row);
  const [number = 0, index = 0, size = 0, exportedMs = 0] = rest.map(Number);
  return cursor && { cursor, number, index, size, exportedAt: new Date(exportedMs) };
}
