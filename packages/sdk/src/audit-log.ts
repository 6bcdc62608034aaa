import {
  type Breach,
  type CheckpointStore,
  LogBreach,
  MissingPart,
  Witness,
} from "../../audit-verifier/src/witness.js";
import type { AuditLogEvidence } from "./checkpoint-store.js";
import { SvcApiError, SvcConnectionError, SvcError } from "./errors.js";
import type { Settings } from "./transport.js";

/** The audit log is not the one that was seen before. The store has the evidence too. */
export class SvcAuditLogError extends SvcError {
  override name = "SvcAuditLogError";
  constructor(
    readonly reason: Breach,
    readonly evidence: AuditLogEvidence,
  ) {
    super(evidence.problem);
  }
}

export interface AuditLogSight {
  /** Entries of the log. */
  size: number;
  checkpoint: string;
  /** Undefined when the log was seen for the first time: its key is trusted from then on. */
  grownFrom: { size: number; seenAt: string } | undefined;
}

const KEEPS_NOTHING: CheckpointStore = {
  load: async () => undefined,
  save: async () => undefined,
  keepEvidence: async () => undefined,
  exclusively: (work) => work(),
};

/** The public, signed audit log of the service. Its readers witness that it only grows. */
export class AuditLog {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Reads the newest checkpoint and proves that the log has only grown since the one before, which the store has kept.
   * Undefined: the service signs no log. Throws `SvcAuditLogError` for a log that was forked, rewound or not signed.
   */
  async check(): Promise<AuditLogSight | undefined> {
    const witness = await Witness.open(this.#settings.checkpoints || KEEPS_NOTHING, (path) => this.#read(path));
    try {
      const sight = await witness.check();
      return sight && { size: sight.size, checkpoint: sight.checkpoint, grownFrom: sight.grownFrom };
    } catch (error) {
      if (error instanceof LogBreach) throw new SvcAuditLogError(error.reason, error.evidence);
      if (error instanceof MissingPart) throw new SvcError(error.message);
      throw error;
    }
  }

  async #read(path: string): Promise<Uint8Array | undefined> {
    const { fetch: send = fetch, baseUrl, timeoutMs = 30_000 } = this.#settings;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(`${baseUrl}/audit/log/${path}`, { redirect: "error", signal });
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      if (response.status === 404) return undefined;
      throw new SvcApiError(response, await response.text());
    } catch (cause) {
      if (cause instanceof SvcError) throw cause;
      throw new SvcConnectionError("The audit log could not be read", { cause });
    }
  }
}
