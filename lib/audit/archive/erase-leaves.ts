import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { ERASE_ARCHIVED_LEAVES, LIST_LEAVING, MARK_LEAVES_LEFT } from "./archives.sql";

const BATCH_LEAVES = 1_000;
const BEFORE_ALL = "-1";
const LATE_MAX_MS = 40 * 24 * 60 * 60 * 1000;

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
