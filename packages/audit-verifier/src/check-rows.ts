const DAY_MS = 86_400_000;
const RETENTION_MS = (7 * 365 - 32) * DAY_MS;
/** A row that is signed this long after its own time was inserted later. */
const LATE_MS = 2 * DAY_MS;

export interface SeenRow {
  index: number;
  id: string;
  number: number;
  at: number;
  transactionId: bigint;
  isProved: boolean;
}

export interface UnprovedRow {
  id: string;
  at: string;
  transactionId: bigint;
  isWaiting: boolean;
}

const nameRow = ({ id, at }: SeenRow) => `Row ${id} (${new Date(at).toISOString()})`;

/** Rows are signed in the order of their transactions, so one without an entry is older or newer than all others. */
export function checkUnproved(unproved: readonly UnprovedRow[], rows: readonly SeenRow[]): string[] {
  const signed = rows.map(({ transactionId }) => transactionId).sort((a, b) => (a < b ? -1 : 1));
  const [first, last] = [signed[0], signed.at(-1)];
  if (first === undefined || last === undefined) return [];
  const newest = rows.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  // A row with a transaction far in the future would wait for ever.
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

export function checkPlaces(rows: readonly SeenRow[]): string[] {
  const sorted = rows.toSorted((a, b) => b.at - a.at);
  return rows
    .filter((row, place) => row.at !== sorted[place]?.at)
    .map((row) => `${nameRow(row)}: is not in its place in the file, which lists the newest rows first.`);
}

/** Counting an area again hides missing rows, because new rows take their numbers. */
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
