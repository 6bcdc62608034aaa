import { createBatch } from "./batch";
import { query } from "./db";
import { LIST_LIMIT_DEFAULT } from "./limits";
import { newestOf, type PageRequest, pageValues } from "./page";
import { shared } from "./shared";
import { integer, integerArray, type SqlType, type Statement, statement, textArray } from "./statement";

/** The pages of one statement, and the statements under way: many callers at once still use several cores. */
const PAGES_MAX = 8;
const LANES = 4;
/**
 * Eight pages of the usual size. The pages of a statement arrive, and are written out, in one go: eight of the largest
 * would hold up everybody else's requests four times as long.
 */
const ROWS_MAX = PAGES_MAX * (LIST_LIMIT_DEFAULT + 1);

type PageValues = ReturnType<typeof pageValues>;
type ListValues = [readonly string[], readonly string[], readonly number[]];
/** A list's statement reads the pages of several callers; `n` says whose page a row belongs to. */
export type ListStatement<Row> = Statement<ListValues, { n: number | undefined } & Row>;

const WANTED = { owner: "wanted.owner", after: "wanted.after", limit: "wanted.most" };

/** Each page is a range scan of its own; the nested loop keeps their order and that of their rows. */
export function listStatement<Row extends Record<string, SqlType<unknown>>>(list: {
  name: string;
  row: Row;
  /** SELECT … FROM … WHERE, and conditions of its own that end in AND. */
  select: string;
  owner: string;
  id: string;
}) {
  const { name, row, select, owner, id } = list;
  return statement({
    name,
    params: [textArray, textArray, integerArray],
    row: { n: integer, ...row },
    text: `
      SELECT wanted.n::int, page.*
      FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS wanted(owner, after, most, n)
      CROSS JOIN LATERAL (${select} ${newestOf(owner, id, WANTED)}) page`,
  });
}

/** One page of a list. Pages of the same list that are wanted at the same moment share a statement. */
export async function readPage<Row>(list: ListStatement<Row>, ownerId: string, page: PageRequest): Promise<Row[]> {
  const read = shared(`read-page ${list.name}`, () => createReader(list));
  return (await read(pageValues(ownerId, page))) as Row[];
}

function createReader<Row>(list: ListStatement<Row>) {
  return createBatch(
    async (wanted: readonly PageValues[]): Promise<unknown[][]> => {
      const values: ListValues = [
        wanted.map(([owner]) => owner),
        wanted.map(([, after]) => after),
        wanted.map(([, , most]) => most),
      ];
      const pages: unknown[][] = wanted.map(() => []);
      for (const row of await query(list, values)) {
        if (row.n !== undefined) pages[row.n - 1]?.push(row);
        // Emptied: JSON leaves it away. A row without the property would cost a copy, or be slow ever after.
        row.n = undefined;
      }
      return pages;
    },
    { maxItems: PAGES_MAX, weigh: ([, , most]) => most, maxWeight: ROWS_MAX, lanes: LANES },
  );
}
