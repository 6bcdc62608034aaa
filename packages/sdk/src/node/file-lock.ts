import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** A lock that was not renewed for this long belongs to a process that has died. */
const STALE_AFTER_MS = 15_000;
const RENEW_EVERY_MS = 3_000;
const POLL_MS = 25;

/** The file `<file>.lock`, which holds the name of its owner. The Python client takes it too. */
export class FileLock {
  readonly #file: string;

  constructor(file: string) {
    this.#file = `${file}.lock`;
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    const owner = await this.#lock();
    const renewal = setInterval(() => {
      const now = new Date();
      utimes(this.#file, now, now).catch(() => undefined);
    }, RENEW_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      if ((await readIfThere(this.#file)) === owner) await rm(this.#file, { force: true });
    }
  }

  async #lock(): Promise<string> {
    const owner = randomUUID();
    await makeFolder(this.#file);
    while (!(await create(this.#file, owner))) {
      const holder = await readIfThere(this.#file);
      if (holder !== undefined && (await isStale(this.#file))) await breakStale(this.#file, holder);
      else await new Promise((resolve) => setTimeout(resolve, POLL_MS * (0.5 + Math.random())));
    }
    return owner;
  }
}

/**
 * Two processes that find the same stale lock must not both remove it: the second would remove the first one's new lock. So a
 * claim decides. It is a lock itself: a process that died here left a claim behind, which is broken in the same way.
 */
async function breakStale(lock: string, holder: string): Promise<void> {
  const claim = `${lock}.${holder || "empty"}`;
  if (!(await create(claim, randomUUID()))) {
    const claimant = await readIfThere(claim);
    if (claimant !== undefined && (await isStale(claim))) await breakStale(claim, claimant);
    return;
  }
  try {
    if ((await readIfThere(lock)) === holder && (await isStale(lock))) await rm(lock, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
}

/** A reader sees the old file or the new one, never half of one. Its mode is 0600. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await makeFolder(file);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
  await rename(draft, file);
}

export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(ignoreAbsence);
}

const makeFolder = (file: string) => mkdir(dirname(file), { recursive: true, mode: 0o700 });

async function isStale(file: string): Promise<boolean> {
  const status = await stat(file).catch(ignoreAbsence);
  return status !== undefined && Date.now() - status.mtimeMs > STALE_AFTER_MS;
}

async function create(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    // Windows answers EPERM while another process removes the file.
    if (["EEXIST", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
