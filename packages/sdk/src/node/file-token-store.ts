import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { TokenStore, Tokens } from "../tokens.js";

/** A lock that was not renewed for this long belongs to a process that has died. */
const STALE_AFTER_MS = 15_000;
const RENEW_EVERY_MS = 3_000;
const POLL_MS = 25;

/** Keeps the tokens of one grant in a file of mode 0600, for all processes that use the grant on this machine. */
export class FileTokenStore implements TokenStore {
  readonly #file: string;
  readonly #lockFile: string;

  constructor(file: string) {
    this.#file = file;
    this.#lockFile = `${file}.lock`;
  }

  async load(): Promise<Tokens | undefined> {
    const text = await readFile(this.#file, "utf8").catch(ignoreAbsence);
    return text === undefined ? undefined : (JSON.parse(text) as Tokens);
  }

  /** A reader sees the old tokens or the new ones, never half a file. */
  async save(tokens: Tokens): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(tokens), { flag: "wx", mode: 0o600, flush: true });
    await rename(draft, this.#file);
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const owner = await this.#lock();
    const renewal = setInterval(() => {
      const now = new Date();
      utimes(this.#lockFile, now, now).catch(() => undefined);
    }, RENEW_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      if ((await this.#readOwner()) === owner) await rm(this.#lockFile, { force: true });
    }
  }

  async #lock(): Promise<string> {
    const owner = randomUUID();
    await mkdir(dirname(this.#lockFile), { recursive: true, mode: 0o700 });
    while (!(await create(this.#lockFile, owner))) {
      const holder = await this.#readOwner();
      if (holder !== undefined && (await isStale(this.#lockFile))) await this.#breakLock(holder);
      else await new Promise((resolve) => setTimeout(resolve, POLL_MS * (0.5 + Math.random())));
    }
    return owner;
  }

  /** Two processes that find the same stale lock must not both remove it: the second would remove the first one's new lock. */
  async #breakLock(holder: string): Promise<void> {
    const claim = `${this.#lockFile}.${holder || "empty"}`;
    // A process that died here leaves its claim behind, which becomes stale in its turn.
    if (await isStale(claim)) await rm(claim, { force: true });
    if (!(await create(claim, ""))) return;
    try {
      if ((await this.#readOwner()) === holder && (await isStale(this.#lockFile))) {
        await rm(this.#lockFile, { force: true });
      }
    } finally {
      await rm(claim, { force: true });
    }
  }

  async #readOwner(): Promise<string | undefined> {
    return readFile(this.#lockFile, "utf8").catch(ignoreAbsence);
  }
}

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
