import { join } from "node:path";
import type { NumberedRow } from "../../audit-verifier/src/verifier";
import {
  type CheckpointStore,
  type KeptCheckpoint,
  LogBreach,
  MissingPart,
  type Sight,
  Witness,
} from "../../audit-verifier/src/witness";
import { FileCheckpointStore } from "../../sdk/src/node/file-checkpoint-store";
import { configDirectory } from "./config";
import { Failure } from "./fail";
import type { Surroundings } from "./surroundings";

const RESPONSE_TIMEOUT_MS = 30_000;

/** The public audit log of one service, and what this machine has seen of it. */
export interface AuditLog {
  witness: Witness;
  /** Reads the newest checkpoint and demands that the log has only grown. Undefined: the service signs no log. */
  check: () => Promise<Sight | undefined>;
}

export async function openAuditLog(surroundings: Surroundings, baseUrl: string): Promise<AuditLog> {
  const witness = await Witness.open(openKeptFile(surroundings, baseUrl), readPublicLog(surroundings, baseUrl));
  return { witness, check: () => explainBreach(witness.check()) };
}

function readPublicLog({ fetch: send }: Surroundings, baseUrl: string) {
  return async (path: string): Promise<Uint8Array | undefined> => {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await send(`${baseUrl}/audit/log/${path}`, { redirect: "error", signal }).catch((error: Error) => {
      throw new Failure("api", `${baseUrl} cannot be reached: ${error.message}`, "Check the network: svc doctor");
    });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    if (response.status === 404) return undefined;
    throw new Failure("api", `The audit log answers ${response.status} for ${path}.`);
  };
}

/** A breach says what to do: both statements are kept, and others should see them. */
export async function explainBreach<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof MissingPart) throw new Failure("api", error.message);
    if (!(error instanceof LogBreach)) throw error;
    const advice = `Both checkpoints are in ${String(error.place)}. Show them to other users of the service, and ask its operator.`;
    throw new Failure("api", error.message, advice);
  });
}

/** A file for each service, readable only by the person. */
export function checkpointFile(surroundings: Surroundings, baseUrl: string): string {
  const name = baseUrl.replace(/^https?:\/\//, "").replaceAll(/[^\w.-]/g, "_");
  return join(configDirectory(surroundings), "audit-log", `${name}.json`);
}

export type Kept = KeptCheckpoint & {
  lastRows?: Record<string, NumberedRow & { seenAt: string }>;
  lastExports?: Record<string, string>;
};

/** All clients of a service share one file under a lock. SVC_AUDIT_WITNESS=off saves evidence only. */
export interface KeptFile extends CheckpointStore {
  load(): Promise<Kept | undefined>;
  save(kept: Kept): Promise<void>;
}

export function openKeptFile(surroundings: Surroundings, baseUrl: string): KeptFile {
  const file = checkpointFile(surroundings, baseUrl);
  const store = new FileCheckpointStore(file);
  const isWitness = surroundings.env["SVC_AUDIT_WITNESS"] !== "off";
  return {
    async load() {
      if (!isWitness) return undefined;
      try {
        return await store.load();
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw new Failure(
          "input",
          `${file} is not valid JSON.`,
          "Repair it. Nothing is known about the log without it.",
        );
      }
    },
    async save(kept) {
      if (isWitness) await store.save(kept);
    },
    keepEvidence: (evidence) => store.keepEvidence(evidence),
    exclusively: (work) => (isWitness ? store.exclusively(work) : work()),
  };
}
