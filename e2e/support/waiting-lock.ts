import { expect } from "vitest";
import type { TestDatabase } from "./database";
import { eventually } from "./eventually";

const WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** How many statements of this database wait for a lock. */
export async function countWaiting(database: TestDatabase): Promise<number> {
  return (await database.query(WAITING)).length;
}

export async function untilOneWaits(database: TestDatabase): Promise<void> {
  await eventually(async () => expect(await countWaiting(database)).toBe(1));
}
