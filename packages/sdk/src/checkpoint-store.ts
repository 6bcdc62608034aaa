import type { AuditLogEvidence, CheckpointStore, KeptCheckpoint } from "../../audit-verifier/src/witness.js";
import { makeQueue } from "./queue.js";

export type { AuditLogEvidence, CheckpointStore, KeptCheckpoint } from "../../audit-verifier/src/witness.js";

/** Remembers within one process. `FileCheckpointStore` of `@svc/sdk/node` remembers longer. */
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
