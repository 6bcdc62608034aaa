import { createBatch } from "./batch";
import { sql } from "./db";
import { newestOf, type PageRequest, pageValues } from "./page";
import { shared } from "./shared";

/** So many pages a statement, and so many statements at a time: what a crowd asks for still uses several cores. */
const PAGES_MAX = 8;
const LANES = 4;

type Asked = ReturnType<typeof pageValues>;
type Numbered = { n: number | undefined };
type Reader = (asked: Asked) => Promise<unknown[]>;

const ASKED = { owner: "asked.owner", after: "asked.after", limit: "asked.most" };

export interface List {
  /** Of the statement. */
  name: string;
  /** SELECT … FROM … WHERE, and conditions of its own that end in AND. */
  select: string;
  owner: string;
  id: string;
}

/** One page of a list. Those that are asked for at the same moment share a statement. */
export async function readPage<Row>(list: List, ownerId: string, page: PageRequest): Promise<Row[]> {
  const read = shared(`read-page ${list.name}`, () => createReader(list));
  return (await read(pageValues(ownerId, page))) as Row[];
}

/** Each page is a range scan of its own; the nested loop keeps their order and that of their rows. */
function createReader({ name, select, owner, id }: List): Reader {
  const text = `
    SELECT asked.n::int, page.*
    FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS asked(owner, after, most, n)
    CROSS JOIN LATERAL (${select} ${newestOf(owner, id, ASKED)}) page`;
  return createBatch(
    async (asked) => {
      const columns = [asked.map(([of]) => of), asked.map(([, after]) => after), asked.map(([, , most]) => most)];
      const pages: unknown[][] = asked.map(() => []);
      for (const row of await sql<Numbered>(name, text, columns)) {
        if (row.n !== undefined) pages[row.n - 1]?.push(row);
        // Emptied: JSON leaves it away. A row without the property would cost a copy, or be slow ever after.
        row.n = undefined;
      }
      return pages;
    },
    { maxItems: PAGES_MAX, lanes: LANES },
  );
}
