import { eraseInBatches, eraseUnheld } from "../db/erase";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { FILE_ORPHAN_RETENTION_MS, FILE_UPLOAD_RETENTION_MS } from "../platform/limits";
import { ERASE_UNFINISHED_FILES, FIND_OWNED_BYTES } from "./files.sql";
import { fileStorage } from "./open-storage";

const BATCH_KEYS = 500;

/** The row goes first, so that no completion can find it any more. */
export function eraseUnfinishedFiles(): Promise<boolean> {
  const before = new Date(now().getTime() - FILE_UPLOAD_RETENTION_MS);
  return eraseInBatches(async (limit) => {
    const erased = await eraseUnheld(ERASE_UNFINISHED_FILES, { before, limit });
    for (const { storageKey } of erased) await fileStorage().remove(storageKey);
    return erased;
  });
}

export async function eraseOrphanedBytes(): Promise<void> {
  const before = new Date(now().getTime() - FILE_ORPHAN_RETENTION_MS);
  let batch: string[] = [];
  for await (const { storageKey, modifiedAt } of fileStorage().list()) {
    if (modifiedAt < before) batch.push(storageKey);
    if (batch.length < BATCH_KEYS) continue;
    await eraseUnowned(batch);
    batch = [];
  }
  await eraseUnowned(batch);
}

async function eraseUnowned(storageKeys: readonly string[]): Promise<void> {
  const owned = await query(FIND_OWNED_BYTES, { storageKeys });
  const ownedKeys = new Set(owned.map(({ storageKey }) => storageKey));
  for (const storageKey of storageKeys) if (!ownedKeys.has(storageKey)) await fileStorage().remove(storageKey);
}
