const DAY_MS = 86_400_000;
/** Rows are erased with their month, seven years later. */
const RETENTION_MS = (7 * 365 - 32) * DAY_MS;
/** A row that is signed so long after its own time was entered later. */
const LATE_MS = 2 * DAY_MS;

/** A row that claims an entry of the log. Lists of them are in the order of their entries. */
export interface SeenRow {
  index: number;
  id: string;
  number: number;
  at: number;
  transactionId: bigint;
  /** Signed as it is. */
  isProved: boolean;
}

export interface UnprovedRow {
  id: string;
  at: string;
  transactionId: bigint;
  isWaiting: boolean;
}

const nameRow = ({ id, at }: SeenRow) => `Row ${id} (${new Date(at).toISOString()})`;

/** Rows are signed in the order of their transactions: one without an entry comes before all others, or after them. */
export function checkUnproved(unproved: readonly UnprovedRow[], rows: readonly SeenRow[]): string[] {
  const signed = rows.map(({ transactionId }) => transactionId).sort((a, b) => (a < b ? -1 : 1));
  const [first, last] = [signed[0], signed.at(-1)];
  if (first === undefined || last === undefined) return [];
  const newest = rows.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  // One whose transaction is far in the future would wait for ever.
  const isOverdue = (at: string) => Date.parse(at) < newest - LATE_MS;
  return unproved
    .filter(({ transactionId, isWaiting, at }) =>
      isWaiting ? transactionId < last || isOverdue(at) : transactionId >= first,
    )
    .map(({ id, at }) => `Row ${id} (${at}): has no entry. It was inserted, or its entry was taken out.`);
}

export function checkTimes(rows: readonly SeenRow[]): string[] {
  const problems: string[] = [];
  let newest = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    if (row.at < newest - LATE_MS)
      problems.push(`${nameRow(row)}: was entered days after its time, as entry ${row.index}.`);
    newest = Math.max(newest, row.at);
  }
  return problems;
}

/** An export lists the newest rows first. `rows` are in the order of its lines. */
export function checkPlaces(rows: readonly SeenRow[]): string[] {
  const sorted = rows.toSorted((a, b) => b.at - a.at);
  return rows
    .filter((row, place) => row.at !== sorted[place]?.at)
    .map((row) => `${nameRow(row)}: is not in its place in the file, which lists the newest rows first.`);
}

/** In an area that was counted again, new rows have the numbers of old ones, which nothing would miss. */
export function checkOrder(rows: readonly SeenRow[]): string[] {
  const problems: string[] = [];
  let last: SeenRow | undefined;
  for (const row of rows) {
    if (last && row.number <= last.number)
      problems.push(
        `${nameRow(row)}: has number ${row.number} of this area, and row ${last.id} before it has number ${last.number}. The rows were counted again.`,
      );
    else last = row;
  }
  return problems;
}

/** The rows of an area count from 1. Only the oldest are erased, and only at their age. */
export function checkNumbers(rows: readonly SeenRow[], total: number): string[] {
  const problems: string[] = [];
  const times = new Map(rows.map(({ number, at }) => [number, at]));
  const numbers = [...times.keys()].sort((a, b) => a - b);
  let expected = 1;
  for (const number of [...numbers, total + 1]) {
    const isErased = expected === 1 && (times.get(number) ?? Date.now()) < Date.now() - RETENTION_MS;
    if (number > expected && !isErased) {
      const missing = number - expected === 1 ? `Row number ${expected}` : `Rows number ${expected} to ${number - 1}`;
      problems.push(`${missing} of this area: missing.`);
    }
    expected = Math.max(expected, number + 1);
  }
  return problems;
}
