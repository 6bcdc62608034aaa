/** What a store needs to read one page: rows older than `after`, newest first, one more than `limit` if there is one. */
export interface PageRequest {
  limit: number;
  after: string | null;
}

/** Sorts above every TypeID: "from the newest" and "older than this id" are then one range scan, and one plan. */
const NEWEST = "~";

/**
 * The end of a list statement: rows of one owner ($1), older than an id ($2), newest first, so many ($3).
 * `owner = $1 AND id < $2` would say the same, but with the owner a constant the planner may walk the primary key and
 * throw away everybody else's rows. As a range over both columns only their own index can give the order.
 */
export function newestOf(owner: string, id: string): string {
  return `${owner} >= $1 AND (${owner}, ${id}) < ($1, $2) ORDER BY ${owner} DESC, ${id} DESC LIMIT $3`;
}

export function pageValues(ownerId: string, { after, limit }: PageRequest): [string, string, number] {
  return [ownerId, after ?? NEWEST, limit + 1];
}
