import { LIST_LIMIT_DEFAULT } from "../platform/limits";
import { shared } from "../platform/shared";
import { type BatchOptions, createBatch } from "./batch";
import { newestOf, type PageRequest, type PageValues, pageValues } from "./page";
import { integer, integerArray, type SqlType, type Statement, statement, textArray } from "./statement";
import { query } from "./transaction";

const DEFAULT_SIZE = { maxItems: 8, lanes: 4 };
/**
 * All rows of a statement arrive and are written out at once. Four statements full of large pages would hold up
 * everybody else at each step of a request.
 */
const LARGE_SIZE = { maxItems: 2, lanes: 1 };

interface ListValues {
  readonly ownerIds: readonly string[];
  readonly afters: readonly string[];
  readonly limits: readonly number[];
}
export type ListStatement<Row> = Statement<ListValues, { n: number | undefined } & Row>;

const WANTED = { ownerId: "wanted.owner", after: "wanted.after", limit: "wanted.most" };

export function listStatement<Row extends Record<string, SqlType<unknown>>>(list: {
  name: string;
  row: Row;
  select: string;
  owner: string;
  id: string;
}) {
  const { name, row, select, owner, id } = list;
  return statement({
    name,
    params: { ownerIds: textArray, afters: textArray, limits: integerArray },
    row: { n: integer, ...row },
    text: (p) => `
      SELECT wanted.n::int, page.*
      FROM unnest(${p.ownerIds}::text[], ${p.afters}::text[], ${p.limits}::int[]) WITH ORDINALITY AS wanted(owner, after, most, n)
      CROSS JOIN LATERAL (${select} ${newestOf(owner, id, WANTED)}) page`,
  });
}

export async function readPage<Row>(list: ListStatement<Row>, ownerId: string, page: PageRequest): Promise<Row[]> {
  const size = page.limit > LIST_LIMIT_DEFAULT ? "large" : "usual";
  const read = shared(`read-page ${size} ${list.name}`, () =>
    createReader(list, size === "large" ? LARGE_SIZE : DEFAULT_SIZE),
  );
  return (await read(pageValues(ownerId, page))) as Row[];
}

function createReader<Row>(list: ListStatement<Row>, options: BatchOptions) {
  return createBatch(async (wanted: readonly PageValues[]): Promise<unknown[][]> => {
    const values: ListValues = {
      ownerIds: wanted.map(({ ownerId }) => ownerId),
      afters: wanted.map(({ after }) => after),
      limits: wanted.map(({ limit }) => limit),
    };
    const pages: unknown[][] = wanted.map(() => []);
    for (const row of await query(list, values)) {
      if (row.n !== undefined) pages[row.n - 1]?.push(row);
      // JSON omits an undefined property. Deleting it would make the row slow from then on.
      row.n = undefined;
    }
    return pages;
  }, options);
}
