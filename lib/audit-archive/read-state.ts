import { stat } from "node:fs/promises";
import { join } from "node:path";
import { query } from "../platform/db";
import { env } from "../platform/env";
import { listDueMonths } from "./archive-log";
import { FIND_HELD_SPAN, LIST_FILES, READ_ARCHIVING } from "./archives.sql";
import type { Month } from "./write-archive";

export interface ArchiveState {
  isKept: boolean;
  /** Months in files, and those whose file this process does not find as it was written. */
  files: number;
  missing: string[];
  /** Months that are to leave PostgreSQL, and those that a legal hold keeps there. */
  due: Month[];
  held: Month[];
  doneAt: Date | null;
  failure: { at: Date; error: string } | null;
}

export async function readArchiveState(): Promise<ArchiveState> {
  const isKept = env().SVC_ARCHIVE_DIR !== undefined;
  const [files, [archiving]] = [await query(LIST_FILES, []), await query(READ_ARCHIVING, [])];
  const { due, held } = await splitDueMonths();
  const missing = [];
  for (const { file, bytes } of files) if (!(await isThere(file, bytes))) missing.push(file);
  const { doneAt, error, failedAt } = { doneAt: null, error: null, failedAt: null, ...archiving };
  const failure = error !== null && failedAt !== null ? { at: failedAt, error } : null;
  return { isKept, files: files.length, missing, due, held, doneAt, failure };
}

async function isThere(file: string, bytes: string | null): Promise<boolean> {
  const directory = env().SVC_ARCHIVE_DIR;
  const found = directory === undefined ? null : await stat(join(directory, file)).catch(() => null);
  return found !== null && String(found.size) === bytes;
}

/** None where this service keeps no archive. */
export async function splitDueMonths(): Promise<Pick<ArchiveState, "due" | "held">> {
  const months: { due: Month[]; held: Month[] } = { due: [], held: [] };
  if (env().SVC_ARCHIVE_DIR === undefined) return months;
  for (const month of await listDueMonths()) {
    const [found] = await query(FIND_HELD_SPAN, [month.from, month.until]);
    months[found ? "held" : "due"].push(month);
  }
  return months;
}
