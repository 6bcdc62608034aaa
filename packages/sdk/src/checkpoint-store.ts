import { makeQueue } from "./queue.js";

/** The last checkpoint that was seen of the audit log. */
export interface KeptCheckpoint {
  /** The first was trusted when it was seen for the first time; each later one was introduced by the one before. */
  keys: readonly string[];
  checkpoint: string;
  /** ISO 8601. */
  seenAt: string;
}

/** Two statements of one log that contradict each other, or one without a trusted signature. */
export interface AuditLogEvidence {
  problem: string;
  /** ISO 8601. */
  foundAt: string;
  kept: KeptCheckpoint | undefined;
  /** Undefined where the log shows nothing any more. */
  shown: { checkpoint: string; handovers: readonly string[] } | undefined;
}

/**
 * Keeps the last checkpoint of one service, and evidence against it. `exclusively` holds other writers back for the moment
 * in which the kept checkpoint is compared and replaced.
 */
export interface CheckpointStore {
  load: () => Promise<KeptCheckpoint | undefined>;
  save: (kept: KeptCheckpoint) => Promise<void>;
  keepEvidence: (evidence: AuditLogEvidence) => Promise<unknown>;
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

/** For one process. `FileCheckpointStore` of `@svc/sdk/node` remembers longer. */
export class MemoryCheckpointStore implements CheckpointStore {
  #kept: KeptCheckpoint | undefined;
  readonly evidence: AuditLogEvidence[] = [];

  load = async (): Promise<KeptCheckpoint | undefined> => this.#kept;
  save = async (kept: KeptCheckpoint): Promise<void> => {
    this.#kept = kept;
  };
  keepEvidence = async (evidence: AuditLogEvidence): Promise<void> => {
    this.evidence.push(evidence);
  };
  exclusively = makeQueue();
}
