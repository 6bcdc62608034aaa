import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Verifier } from "../../audit-verifier/src/verifier";
import { readProofs } from "./audit-verify";
import { explainBreach, openAuditLog } from "./audit-witness";
import { Failure } from "./fail";
import { clean } from "./print";
import type { Svc } from "./svc";

/** A row in the form of `/api/audit/proofs`. */
interface Proof {
  id: string;
  at: string;
  state: "proved" | "changed" | "waiting" | "older";
  index?: number;
  file?: string;
}

const STATES: Record<Proof["state"], string> = {
  proved: "",
  changed: "the row, or the log around it, is not what was signed",
  waiting: "it is not signed yet; try again in a few seconds",
  older: "it was written before the log began",
};

export async function proveRow(svc: Svc, row: string, options: { output: string; service?: boolean }): Promise<void> {
  const { surroundings, output } = svc;
  const connection = await svc.connectAsPerson();
  const { witness, check } = await openAuditLog(surroundings, connection.baseUrl);
  const area = options.service ? "service" : (connection.organizationId ?? "");
  const query = { row, ...(area === "" ? {} : { area }) };
  const { proofs } = await connection.service.send<{ proofs: Proof[] }>({
    method: "GET",
    path: "/api/audit/proofs",
    query,
  });
  const sight = await check();
  if (sight === undefined) throw new Failure("api", "The service does not sign its audit log.");
  if (proofs.length === 0)
    throw new Failure("input", `There is no row ${row} in this area.`, "For another workspace: --organization.");
  const [key = "", ...laterKeys] = sight.keys;
  const results: ProvedRow[] = [];
  for (const proof of proofs) {
    const { place, verifier } = await checkProof(options.output, proof, { key, laterKeys });
    const problem = verifier === null ? STATES[proof.state] : findProblem(verifier, row);
    if (problem === "" && verifier?.stated) await explainBreach(witness.recognize(verifier.stated, sight.keys));
    results.push({ id: proof.id, at: proof.at, file: place, problem: clean(problem) || null });
  }
  output.result(results, () => results.map(describe).join("\n"));
  const failed = results.filter(({ problem }) => problem !== null).length;
  if (failed > 0) throw new Failure("api", `${failed} of ${results.length} rows are not proved.`);
}

interface ProvedRow {
  id: string;
  at: string;
  file: string | null;
  problem: string | null;
}

function describe({ id, at, file, problem }: ProvedRow): string {
  return `Row ${clean(id)} (${clean(at)}) ${problem === null ? `is proved: ${file}` : `is not proved: ${problem}`}`;
}

/** A row without a file has none to check. */
async function checkProof(folder: string, { index, file }: Proof, trust: Parameters<typeof readProofs>[1]) {
  if (file === undefined) return { place: null, verifier: null };
  // It becomes a part of a path.
  if (!Number.isSafeInteger(index))
    throw new Failure("api", "The service sent a proof without the number of its entry.");
  const place = join(folder, `audit-row-${index}.tlog-proof`);
  await saveProof(folder, place, file);
  return { place, verifier: await readProofs(place, trust) };
}

/** A proof that holds must also be the one of the row that was asked for. */
function findProblem(verifier: Verifier, asked: string): string {
  const { row } = verifier;
  const names = row ? [row.id, `${Date.parse(row.at)}.${row.id}`, row.requestId] : [];
  if (!names.includes(asked)) return "the service sent the proof of another row";
  return verifier.finish().problems.join(" ");
}

async function saveProof(folder: string, place: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(place, text);
  } catch (error) {
    throw new Failure("input", `${place} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
