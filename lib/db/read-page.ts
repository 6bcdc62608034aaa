import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from "../platform/limits";
import { shared } from "../platform/shared";
import { type BatchOptions, createBatch } from "./batch";
import { newestOf, type PageRequest, pageValues } from "./page";
import { integer, integerArray, type SqlType, type Statement, statement, textArray } from "./statement";
import { query } from "./transaction";

/** Pages of the usual size or less: so many share a statement, and so many statements are under way on several cores. */
const USUAL = { maxItems: 8, lanes: 4 };
/**
 * The rows of a statement arrive, and are written out, in one go. Larger pages come by themselves and two at a time: four
 * statements full of them would hold up everybody else at each step of a request.
 */
const LARGE = {
  lanes: 1,
  weigh: ([, , most]: PageValues) => most,
  maxWeight: 2 * (LIST_LIMIT_MAX + 1),
};

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
  const size = page.limit > LIST_LIMIT_DEFAULT ? "large" : "usual";
  const read = shared(`read-page ${size} ${list.name}`, () => createReader(list, size === "large" ? LARGE : USUAL));
  return (await read(pageValues(ownerId, page))) as Row[];
}

function createReader<Row>(list: ListStatement<Row>, options: BatchOptions<PageValues>) {
  return createBatch(async (wanted: readonly PageValues[]): Promise<unknown[][]> => {
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
  }, options);
}
