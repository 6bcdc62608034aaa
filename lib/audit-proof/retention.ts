import { startOfRetention } from "../audit/retention";
import { query } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { ERASE_LEAVES } from "./log.sql";

/** Salts go with their rows: the hashes that stay then tell nothing of them. False: there are more. */
export function eraseOldLeaves(): Promise<boolean> {
  const before = startOfRetention();
  before.setUTCDate(1);
  before.setUTCHours(0, 0, 0, 0);
  return eraseInBatches((limit) => query(ERASE_LEAVES, [before, limit]));
}
