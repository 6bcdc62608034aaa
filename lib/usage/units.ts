/** Quotas are counted per calendar month in UTC. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}

/** The first instant of the next month. */
export function monthReset(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

export interface UnitsState {
  /** null: no limit on this plan. */
  limit: number | null;
  /** Confirmed plus reserved. */
  used: number;
  cost: number;
  resetAt: Date;
}

export function countRemaining({ limit, used }: UnitsState): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}
