import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { query } from "../../db/transaction";
import { FORGET_ARCHIVE, LIST_REMOVABLE } from "./archives.sql";
import type { ArchiveStore } from "./store/archive-store";

const UNFINISHED = /^(audit-\d{4}-\d\d-[0-9a-f]{16}\.svcaudit)\.(?:part|part\.hashes|hashes)$/;

export async function removeUnused(store: ArchiveStore): Promise<void> {
  for (const { file } of await query(LIST_REMOVABLE)) await removeFile(store, file);
  // A worker on another machine may have forgotten the file that this one was writing when it was killed.
  const begun = new Set((await query(LIST_REMOVABLE)).map(({ file }) => file));
  for (const name of await readdir(store.workFolder).catch(() => [])) {
    const file = UNFINISHED.exec(name)?.[1];
    if (file !== undefined && !begun.has(file)) await rm(join(store.workFolder, name), { force: true });
  }
}

export async function removeFile(store: ArchiveStore, name: string): Promise<void> {
  for (const ending of [".part", ".part.hashes", ".hashes"])
    await rm(join(store.workFolder, name + ending), { force: true });
  await store.remove(name);
  await query(FORGET_ARCHIVE, { name });
}
