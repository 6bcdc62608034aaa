import { type AuditCursor, readAuditCursor, writeAuditCursor } from "./audit-filter";

export interface ExportedRow {
  cursor: AuditCursor;
  number: number;
  index: number;
  size: number;
  exportedAt: Date;
}

export function writeExportedRow({ cursor, number, index, size, exportedAt }: ExportedRow): string {
  return [writeAuditCursor(cursor), number, index, size, exportedAt.getTime()].join("_");
}

export function readExportedRow(text: string): ExportedRow | null {
  const [, row = "", ...rest] = /^([\d.]{1,40})_(\d{1,15})_(\d{1,15})_(\d{1,15})_(\d{1,14})$/.exec(text) ?? [];
  const cursor = readAuditCursor(row);
  const [number = 0, index = 0, size = 0, exportedMs = 0] = rest.map(Number);
  return cursor && { cursor, number, index, size, exportedAt: new Date(exportedMs) };
}
