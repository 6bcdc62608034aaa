/** What a store needs to read one page: rows older than `after`, newest first, one more than `limit` if there is one. */
export interface PageRequest {
  limit: number;
  after: string | null;
}

/** Sorts above every TypeID: "from the newest" and "older than this id" are then one range scan, and one plan. */
export const NEWEST = "~";

export function startOf({ after }: PageRequest): string {
  return after ?? NEWEST;
}
