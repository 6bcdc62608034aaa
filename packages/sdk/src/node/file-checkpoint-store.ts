import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import type { AuditLogEvidence, CheckpointStore, KeptCheckpoint } from "../checkpoint-store.js";
import { FileLock, readIfThere, replaceFile } from "./file-lock.js";

/** Keeps the last checkpoint of one service in a file of mode 0600, and evidence in files beside it. */
export class FileCheckpointStore implements CheckpointStore {
  readonly #file: string;
  readonly #lock: FileLock;

  constructor(file: string) {
    this.#file = file;
    this.#lock = new FileLock(file);
  }

  async load(): Promise<KeptCheckpoint | undefined> {
    const text = await readIfThere(this.#file);
    return text === undefined ? undefined : (JSON.parse(text) as KeptCheckpoint);
  }

  /** The command line keeps more in its file. */
  async save(kept: KeptCheckpoint): Promise<void> {
    await replaceFile(this.#file, writeJson({ ...(await this.load()), ...kept }));
  }

  /** Returns the file. The same contradiction found again is one file, with its first date. */
  async keepEvidence(evidence: AuditLogEvidence): Promise<string> {
    const statements = JSON.stringify([evidence.kept?.checkpoint, evidence.shown?.checkpoint]);
    const file = `${this.#file}.evidence-${createHash("sha256").update(statements).digest("hex").slice(0, 12)}.json`;
    await access(file).catch(() => replaceFile(file, writeJson(evidence)));
    return file;
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.hold(work);
  }
}

const writeJson = (value: object) => JSON.stringify(value, null, 2);
