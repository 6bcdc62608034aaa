import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { FILE_ORPHAN_RETENTION_MS, FILE_UPLOAD_RETENTION_MS } from "../platform/limits";
import { fileStorage } from "./open-storage";

const BATCH_KEYS = 500;

/** Uploads that nobody completed. The row goes first: from then on no completion can find them, and the bytes are nobody's. */
export function eraseUnfinishedFiles(): Promise<boolean> {
  const before = new Date(now().getTime() - FILE_UPLOAD_RETENTION_MS);
  return eraseInBatches(async (limit) => {
    const erased = await sql<{ storageKey: string }>(
      "erase_unfinished_files",
      `DELETE FROM files WHERE state = 'UPLOADING' AND id = ANY(ARRAY(
         SELECT id FROM files WHERE state = 'UPLOADING' AND created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING storage_key AS "storageKey"`,
      [before, limit],
    );
    for (const { storageKey } of erased) await fileStorage().remove(storageKey);
    return erased;
  });
}

/** Bytes without a row: what a crash left, what an upload sent after it was erased, and the files of rooms that are gone. */
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
  const owned = await sql<{ storageKey: string }>(
    "find_owned_bytes",
    `SELECT storage_key AS "storageKey" FROM files WHERE storage_key = ANY($1)`,
    [storageKeys],
  );
  const kept = new Set(owned.map(({ storageKey }) => storageKey));
  for (const storageKey of storageKeys) if (!kept.has(storageKey)) await fileStorage().remove(storageKey);
}
