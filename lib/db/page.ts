/** One page of a list: rows older than `after`, newest first, one more than `limit` if there is one. */
export interface PageRequest {
  limit: number;
  after: string | null;
}

/** Sorts above every TypeID: "from the newest" and "older than this id" are then one range scan, and one plan. */
const NEWEST = "~";

/** Where a list's statement finds whose rows, older than what, and how many. */
const VALUES = { owner: "$1", after: "$2", limit: "$3" };

/**
 * The end of a list statement: rows of one owner, older than an id, newest first, at most `limit`.
 * `owner = $1 AND id < $2` would say the same, but with the owner a constant the planner may walk the primary key and
 * throw away everybody else's rows. As a range over both columns only their own index can give the order.
 */
export function newestOf(owner: string, id: string, asked = VALUES): string {
  return `${owner} >= ${asked.owner} AND (${owner}, ${id}) < (${asked.owner}, ${asked.after})
    ORDER BY ${owner} DESC, ${id} DESC LIMIT ${asked.limit}`;
}

/**
 * The middle of a list of rows that changed since an instant ($4). The fence makes PostgreSQL find these rows first, by
 * their own index: walking the whole list until enough rows have changed would take longest when few have.
 */
export function changedIn(table: string): string {
  return `(SELECT * FROM ${table} WHERE room_id = $1 AND updated_at >= $4 OFFSET 0) changed WHERE id < $2`;
}

export function pageValues(ownerId: string, { after, limit }: PageRequest): [string, string, number] {
  return [ownerId, after ?? NEWEST, limit + 1];
}
