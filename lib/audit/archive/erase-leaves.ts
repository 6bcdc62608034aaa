import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { ERASE_ARCHIVED_LEAVES, LIST_LEAVING, MARK_LEAVES_LEFT } from "./archives.sql";

const BATCH_LEAVES = 1_000;
const BEFORE_ALL = "-1";
/** No row is signed so long after its instant (`append-rows.ts`). */
const LATE_MAX_MS = 40 * 24 * 60 * 60 * 1000;

/** The leaves of months that have left PostgreSQL: their files have the salts, the tiles the hashes. */
export async function eraseArchivedLeaves(): Promise<void> {
  for (const { file, from, until } of await query(LIST_LEAVING, [])) {
    const end = until.getTime() + LATE_MAX_MS;
    for (let after = BEFORE_ALL; ; ) {
      const [page] = await query(ERASE_ARCHIVED_LEAVES, [after, from, until, BATCH_LEAVES]);
      if (!page || page.last === null || page.oldest === null || page.oldest.getTime() > end) break;
      after = page.last;
    }
    await query(MARK_LEAVES_LEFT, [file, now()]);
  }
}
