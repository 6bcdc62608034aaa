import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Problem, readCode } from "../../problem.mjs";

/**
 * The bytes of files are kept in a folder of this machine or in a bucket.
 * @typedef {{ bytes: number, sha256: string }} FileFacts
 * @typedef {{
 *   list(): Promise<string[]>,
 *   read(key: string): Promise<import("node:stream").Readable | null>,
 *   prepare(key: string): Promise<string>,
 *   keep(key: string, path: string, facts: FileFacts): Promise<void>,
 * }} FilePlace `read` of a file that was erased meanwhile is null; `keep` takes what was written to the path that `prepare` named
 */

/** Bytes that clients have sent, and those of complete files. */
const AREAS = ["files", "uploads"];
export const STORAGE_KEY = /^(?:files|uploads)\/[0-9a-f]{48}$/;

const AWAY = "The S3 store is unreachable or refuses. See the log line above.";

/** @param {string} directory @returns {FilePlace} */
export function openFolder(directory) {
  return {
    async list() {
      const keys = [];
      for (const area of AREAS) {
        const names = await readdir(join(directory, area)).catch((error) => {
          if (readCode(error) === "ENOENT") return [];
          throw error;
        });
        keys.push(...names.map((name) => `${area}/${name}`).filter((key) => STORAGE_KEY.test(key)));
      }
      return keys.sort();
    },
    async read(key) {
      const handle = await open(join(directory, key)).catch((error) => {
        if (readCode(error) === "ENOENT") return null;
        throw error;
      });
      return handle?.createReadStream({ highWaterMark: 256 * 1024 }) ?? null;
    },
    async prepare(key) {
      const path = join(directory, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return `${path}.part`;
    },
    keep: (key, path) => rename(path, join(directory, key)),
  };
}

/**
 * The bucket takes a file with its length and checksum, which an archive tells only after the bytes: they wait on disk.
 * @param {ReturnType<typeof import("../../../operations").operations.openBucketFiles>} bucket @returns {FilePlace}
 */
export function openBucket(bucket) {
  return {
    async list() {
      const keys = [];
      try {
        for await (const key of bucket.list()) if (STORAGE_KEY.test(key)) keys.push(key);
      } catch {
        throw new Problem(AWAY);
      }
      return keys.sort();
    },
    read: (key) =>
      bucket.read(key).catch(() => {
        throw new Problem(AWAY);
      }),
    prepare: () => Promise.resolve(join(tmpdir(), `svc-restore-${process.pid}-${randomBytes(6).toString("hex")}`)),
    async keep(key, path, { bytes, sha256 }) {
      const handle = await open(path);
      try {
        await bucket.write(key, handle.createReadStream(), { size: bytes, checksum: sha256 });
      } catch {
        throw new Problem(AWAY);
      } finally {
        await handle.close().catch(() => undefined);
        await rm(path, { force: true });
      }
    },
  };
}
