import { eraseInBatches } from "../../db/erase";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_TOMBSTONE_MS } from "../../platform/limits";
import { ERASE_KEYS } from "./keys.sql";

/** §3: Expired keys are deleted after a week as tombstones. */
export function eraseExpiredKeys(): Promise<boolean> {
  const before = new Date(now().getTime() - IDEMPOTENCY_RETENTION_MS - IDEMPOTENCY_TOMBSTONE_MS);
  return eraseInBatches((limit) => query(ERASE_KEYS, { before, limit }));
}
