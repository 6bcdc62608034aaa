import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ReadLog } from "../../audit-verifier/src/follow";
import type { NumberedRow } from "../../audit-verifier/src/verifier";
import {
  type CheckpointStore,
  type Claimed,
  LogBreach,
  type Seen,
  type Sight,
  Witness,
} from "../../audit-verifier/src/witness";
import { configDirectory, writePrivately } from "./config";
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
  const witness = await Witness.open(openCheckpointStore(surroundings, baseUrl), async (path) => {
    const bytes = await read(path);
    if (bytes) return bytes;
    throw new Failure("api", `${baseUrl} keeps back a part of its audit log: there is no ${path}.`);
  });
  return { witness, look: () => explainBreach(witness.look(() => readClaimed(read))) };
}

/** null: there is no such part. */
function readPublicLog({ fetch: send }: Surroundings, baseUrl: string) {
  return async (path: string): Promise<Awaited<ReturnType<ReadLog>> | null> => {
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

/** In one file: a person who removes it, as after a restore of the service, begins again. */
export type Kept = Seen & { lastRows?: Record<string, NumberedRow & { seenAt: string }> };

const isWitness = ({ env }: Surroundings): boolean => env["SVC_AUDIT_WITNESS"] !== "off";

export async function loadKept(surroundings: Surroundings, baseUrl: string): Promise<Kept | null> {
  if (!isWitness(surroundings)) return null;
  const file = checkpointFile(surroundings, baseUrl);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  try {
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    throw new Failure("input", `${file} is not valid JSON.`, "Repair it; without it nothing is known of the log.");
  }
}

export async function saveKept(surroundings: Surroundings, baseUrl: string, kept: Kept): Promise<void> {
  if (!isWitness(surroundings)) return;
  const file = checkpointFile(surroundings, baseUrl);
  await writePrivately(file, dirname(file), JSON.stringify(kept, null, 2));
}

function openCheckpointStore(surroundings: Surroundings, baseUrl: string): CheckpointStore {
  return {
    load: () => loadKept(surroundings, baseUrl),
    async save(seen) {
      const { lastRows } = (await loadKept(surroundings, baseUrl)) ?? {};
      await saveKept(surroundings, baseUrl, { ...seen, ...(lastRows && { lastRows }) });
    },
    async keepEvidence(evidence) {
      // The same contradiction found again is one file, with its first date.
      const statements = JSON.stringify([evidence.kept?.checkpoint, evidence.shown?.checkpoint]);
      const id = createHash("sha256").update(statements).digest("hex").slice(0, 12);
      const place = checkpointFile(surroundings, baseUrl).replace(/json$/, `evidence-${id}.json`);
      const write = () => writePrivately(place, dirname(place), JSON.stringify(evidence, null, 2));
      await access(place).catch(write);
      return place;
    },
  };
}
