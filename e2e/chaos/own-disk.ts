import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A small file system, so that a disk can be full. */
export interface OwnDisk {
  readonly directory: string;
  fill(): void;
  free(): void;
  remove(): void;
}

/** More than PostgreSQL's log of writes may take, so that no other fault fills it. The image holds what is written alone. */
const SIZE_BYTES = 2_000_000_000;
const PIECE_BYTES = 1_000_000;
/** Not reserved at once, because the file system needs some itself. */
const REST_BYTES = 20 * PIECE_BYTES;

/** An image that is mounted there: only root on Linux may do it. Otherwise the reason. */
export function makeOwnDisk(parent: string): OwnDisk | string {
  const [image, directory] = [join(parent, "disk.img"), join(parent, "disk")];
  mkdirSync(directory);
  writeFileSync(image, "");
  truncateSync(image, SIZE_BYTES);
  // Nothing is kept back for root.
  const problem = tell("mkfs.ext4", ["-q", "-m", "0", image]) ?? tell("mount", ["-o", "loop", image, directory]);
  if (problem !== null) return problem;
  const ballast = join(directory, "ballast");
  return {
    directory,
    fill() {
      const { bavail, bsize } = statfsSync(directory);
      const failed = tell("fallocate", ["-l", String(Math.max(1, bavail * bsize - REST_BYTES)), ballast]);
      if (failed !== null) throw new Error(failed);
      const file = openSync(ballast, "a");
      try {
        for (let size = PIECE_BYTES; size >= 1_000; ) {
          try {
            writeSync(file, Buffer.alloc(size));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
            size /= 10;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      const left = tell("umount", [directory]);
      if (left !== null) console.error(left);
    },
  };
}

function tell(command: string, args: readonly string[]): string | null {
  const { status, stderr, error } = spawnSync(command, [...args], { encoding: "utf8" });
  return status === 0 ? null : `${command}: ${(error?.message ?? stderr).trim()}`;
}
