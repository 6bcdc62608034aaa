import { join } from "node:path";
import type { NumberedRow } from "../../audit-verifier/src/verifier";
import {
  type CheckpointStore,
  type Claimed,
  LogBreach,
  MissingPart,
  type Seen,
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
  /** Reads the newest checkpoint and demands that the log has only grown. null: the service signs no log. */
  look: () => Promise<Sight | null>;
}

export async function openAuditLog(surroundings: Surroundings, baseUrl: string): Promise<AuditLog> {
  const read = readPublicLog(surroundings, baseUrl);
  const witness = await Witness.open(openKeptFile(surroundings, baseUrl), read);
  return { witness, look: () => explainBreach(witness.look(() => readClaimed(read))) };
}

/** null: there is no such part. */
function readPublicLog({ fetch: send }: Surroundings, baseUrl: string) {
  return async (path: string): Promise<Buffer | null> => {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await send(`${baseUrl}/audit/log/${path}`, { redirect: "error", signal }).catch((error: Error) => {
      throw new Failure("api", `${baseUrl} cannot be reached: ${error.message}`, "Check the network: svc doctor");
    });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    if (response.status === 404) return null;
    throw new Failure("api", `The audit log answers ${response.status} for ${path}.`);
  };
}

/** The keys first, as the verifier does. */
async function readClaimed(read: ReturnType<typeof readPublicLog>): Promise<Claimed | null> {
  const [keys, checkpoint] = [await read("keys"), await read("checkpoint")];
  if (!keys || !checkpoint) return null;
  try {
    const { key = "", handovers = [] } = JSON.parse(keys.toString()) as Partial<Claimed>;
    return { key, handovers, checkpoint: checkpoint.toString() };
  } catch {
    throw new Failure("api", "The keys of the audit log are no JSON: is this the service?");
  }
}

/** A breach says what to do: both statements are kept, and others should see them. */
export async function explainBreach<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof MissingPart) throw new Failure("api", error.message);
    if (!(error instanceof LogBreach)) throw error;
    const advice = `Both checkpoints are in ${error.place}. Show them to others who use the service, and ask its operator.`;
    throw new Failure("api", error.message, advice);
  });
}

/** A file for each service, readable only by the person. */
export function checkpointFile(surroundings: Surroundings, baseUrl: string): string {
  const name = baseUrl.replace(/^https?:\/\//, "").replaceAll(/[^\w.-]/g, "_");
  return join(configDirectory(surroundings), "audit-log", `${name}.json`);
}

export type Kept = Seen & {
  lastRows?: Record<string, NumberedRow & { seenAt: string }>;
  lastExports?: Record<string, string>;
};

/** The clients' file for each service, under their lock: any of them may share it. SVC_AUDIT_WITNESS=off keeps evidence alone. */
export interface KeptFile extends CheckpointStore {
  load(): Promise<Kept | null>;
  save(kept: Kept): Promise<void>;
}

export function openKeptFile(surroundings: Surroundings, baseUrl: string): KeptFile {
  const file = checkpointFile(surroundings, baseUrl);
  const store = new FileCheckpointStore(file);
  const isWitness = surroundings.env["SVC_AUDIT_WITNESS"] !== "off";
  return {
    async load() {
      if (!isWitness) return null;
      try {
        return (await store.load()) ?? null;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw new Failure("input", `${file} is not valid JSON.`, "Repair it; without it nothing is known of the log.");
      }
    },
    async save(kept) {
      if (isWitness) await store.save(kept);
    },
    keepEvidence: ({ kept, shown, ...found }) =>
      store.keepEvidence({ ...found, kept: kept ?? undefined, shown: shown ?? undefined }),
    exclusively: (work) => (isWitness ? store.exclusively(work) : work()),
  };
}
