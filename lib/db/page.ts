import type { Placeholders } from "./statement";

export interface PageRequest {
  limit: number;
  after: string | null;
}

const NEWEST = "~";

/**
 * `owner = … AND id < …` would let the planner walk the primary key and discard everybody else's rows. Only the index
 * over both columns gives this range its order.
 */
export function newestOf(owner: string, id: string, p: Placeholders<"ownerId" | "after" | "limit">): string {
  return `${owner} >= ${p.ownerId} AND (${owner}, ${id}) < (${p.ownerId}, ${p.after})
    ORDER BY ${owner} DESC, ${id} DESC LIMIT ${p.limit}`;
}

/**
 * OFFSET 0 makes PostgreSQL find the changed rows first, by their own index. Walking the list until enough rows have
 * changed would take longest when few have.
 */
export function changedIn(table: string, p: Placeholders<"ownerId" | "after" | "updatedSince">): string {
  return `(SELECT * FROM ${table} WHERE room_id = ${p.ownerId} AND updated_at >= ${p.updatedSince} OFFSET 0) changed
    WHERE id < ${p.after}`;
}

export interface PageValues {
  ownerId: string;
  after: string;
  limit: number;
}

export function pageValues(ownerId: string, { after, limit }: PageRequest): PageValues {
  return { ownerId, after: after ?? NEWEST, limit: limit + 1 };
}
