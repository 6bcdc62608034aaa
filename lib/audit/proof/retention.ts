import { eraseUnheld } from "../../db/erase";
import { startOfRetention } from "../retention";
import { ERASE_LEAVES } from "./entries.sql";

const BATCH_LEAVES = 1_000;
const ERASED_MAX = 100_000;
const BEFORE_ALL = "-1";

/** Salts are erased with their rows, so the remaining hashes reveal nothing. */
export async function eraseOldLeaves(): Promise<boolean> {
  const before = startOfRetention();
  before.setUTCDate(1);
  before.setUTCHours(0, 0, 0, 0);
  let [after, erased] = [BEFORE_ALL, 0];
  while (erased < ERASED_MAX) {
    const [page] = await eraseUnheld(ERASE_LEAVES, { after, before, limit: BATCH_LEAVES });
    if (!page || page.last === null || page.old === 0) return true;
    after = page.last;
    erased += page.erased;
  }
  return false;
}
