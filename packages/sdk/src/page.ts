import { ResponsePromise, type WithResponse } from "./response-promise.js";

type PageBody<Item> = { data: Item[]; nextCursor?: string | null };
type ReadPage<Item> = (cursor: string) => PagePromise<Item>;

/** One page of a list. */
export class Page<Item> {
  readonly data: Item[];
  /** null on the last page. */
  readonly nextCursor: string | null;
  readonly #read: ReadPage<Item>;

  constructor({ data, nextCursor = null }: PageBody<Item>, read: ReadPage<Item>) {
    this.data = data;
    this.nextCursor = nextCursor;
    this.#read = read;
  }

  /** The next page, or null after the last one. */
  async next(): Promise<Page<Item> | null> {
    return this.nextCursor === null ? null : this.#read(this.nextCursor);
  }
}

/** Awaited, it is the first page; `for await` walks the items of all pages, reading each page when it is reached. */
export class PagePromise<Item> extends ResponsePromise<Page<Item>> implements AsyncIterable<Item> {
  constructor(first: Promise<WithResponse<PageBody<Item>>>, read: ReadPage<Item>) {
    super(first.then((outcome) => ({ ...outcome, data: new Page(outcome.data, read) })));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    for (let page: Page<Item> | null = await this; page !== null; page = await page.next()) yield page;
  }

  /** The items of all pages, at most `limit` of them: a list has no end that its reader could know. */
  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of this.pages()) {
      items.push(...page.data.slice(0, limit - items.length));
      if (items.length >= limit) break;
    }
    return items;
  }
}
