import { query } from "../../db/transaction";
import { AppError } from "../../platform/errors";
import { listDueMonths } from "./archive-log";
import { FIND_HELD_SPAN, LIST_FILES, READ_ARCHIVING } from "./archives.sql";
import { openArchiveStore } from "./store/open-store";
import type { Month } from "./write-archive";

export interface ArchiveState {
  isKept: boolean;
  files: number;
  missing: string[];
  /** Missing files are unknown while the store is unreachable. */
  isAway: boolean;
  due: Month[];
  held: Month[];
  doneAt: Date | null;
  failure: { at: Date; error: string } | null;
}

export async function readArchiveState(): Promise<ArchiveState> {
  const isKept = openArchiveStore() !== null;
  const [files, [archiving]] = [await query(LIST_FILES), await query(READ_ARCHIVING)];
  const { due, held } = await splitDueMonths();
  const sizes = await readSizes(files.map(({ file }) => file));
  const missing = files.filter(({ file, bytes }) => sizes && String(sizes.get(file)) !== bytes).map(({ file }) => file);
  const { doneAt, error, failedAt } = { doneAt: null, error: null, failedAt: null, ...archiving };
  const failure = error !== null && failedAt !== null ? { at: failedAt, error } : null;
  return { isKept, files: files.length, missing, isAway: sizes === null, due, held, doneAt, failure };
}

async function readSizes(files: readonly string[]): Promise<Map<string, number> | null> {
  try {
    return (await openArchiveStore()?.listSizes(files)) ?? new Map();
  } catch (error) {
    if (error instanceof AppError && error.isAway) return null;
    throw error;
  }
}

export async function splitDueMonths(): Promise<Pick<ArchiveState, "due" | "held">> {
  const months: { due: Month[]; held: Month[] } = { due: [], held: [] };
  if (openArchiveStore() === null) return months;
  for (const month of await listDueMonths()) {
    const [found] = await query(FIND_HELD_SPAN, { from: month.from, until: month.until });
    months[found ? "held" : "due"].push(month);
  }
  return months;
}
