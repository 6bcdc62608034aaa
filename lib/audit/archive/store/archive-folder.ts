import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ArchiveFile, type ArchiveStore, BrokenArchive } from "./archive-store";

export function openArchiveFolder(directory: string): ArchiveStore {
  return {
    workFolder: directory,
    open: (name) => openLocalFile(join(directory, name)),
    async save(path, name) {
      await rename(path, join(directory, name));
      await syncFolder(directory);
    },
    remove: (name) => rm(join(directory, name), { force: true }),
    async listSizes(names) {
      const sizes = new Map<string, number>();
      for (const name of names) {
        const found = await stat(join(directory, name)).catch(() => null);
        if (found) sizes.set(name, found.size);
      }
      return sizes;
    },
  };
}

export async function openLocalFile(path: string): Promise<ArchiveFile> {
  const file = await open(path, "r");
  return {
    async read(position, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      if (bytesRead !== length) throw new BrokenArchive("The file is truncated.");
      return buffer;
    },
    size: async () => (await file.stat()).size,
    close: () => file.close(),
  };
}

/** A rename is durable once its folder is synced. Windows cannot open folders and does not need it. */
async function syncFolder(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
