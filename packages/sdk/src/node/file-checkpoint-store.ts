import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { AuditLogEvidence, CheckpointStore, KeptCheckpoint } from "../checkpoint-store.js";

/** Keeps the last checkpoint of one service in a file of mode 0600, and evidence in files beside it. */
export class FileCheckpointStore implements CheckpointStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async load(): Promise<KeptCheckpoint | undefined> {
    const text = await readFile(this.#file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    return text === undefined ? undefined : (JSON.parse(text) as KeptCheckpoint);
  }

  save(kept: KeptCheckpoint): Promise<void> {
    return write(this.#file, kept);
  }

  /** The same contradiction found again is one file, with its first date. */
  async keepEvidence(evidence: AuditLogEvidence): Promise<void> {
    const statements = JSON.stringify([evidence.kept?.checkpoint, evidence.shown?.checkpoint]);
    const file = `${this.#file}.evidence-${createHash("sha256").update(statements).digest("hex").slice(0, 12)}.json`;
    await access(file).catch(() => write(file, evidence));
  }
}

/** A reader sees the old file or the new one, never half of one. */
async function write(file: string, value: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(value, null, 2), { flag: "wx", mode: 0o600, flush: true });
  await rename(draft, file);
}
