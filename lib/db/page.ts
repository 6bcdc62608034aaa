export interface PageRequest {
  limit: number;
  after: string | null;
}

const NEWEST = "~";

const PARAMS = { owner: "$1", after: "$2", limit: "$3" };

/**
 * `owner = $1 AND id < $2` would let the planner walk the primary key and discard everybody else's rows. Only the index
 * over both columns gives this range its order.
 */
export function newestOf(owner: string, id: string, params = PARAMS): string {
  return `${owner} >= ${params.owner} AND (${owner}, ${id}) < (${params.owner}, ${params.after})
    ORDER BY ${owner} DESC, ${id} DESC LIMIT ${params.limit}`;
}

/**
 * OFFSET 0 makes PostgreSQL find the changed rows first, by their own index. Walking the list until enough rows have
 * changed would take longest when few have.
 */
export function changedIn(table: string): string {
  return `(SELECT * FROM ${table} WHERE room_id = $1 AND updated_at >= $4 OFFSET 0) changed WHERE id < $2`;
}

export function pageValues(ownerId: string, { after, limit }: PageRequest): [string, string, number] {
  return [ownerId, after ?? NEWEST, limit + 1];
}
