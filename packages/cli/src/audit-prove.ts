import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readProofs } from "./audit-verify";
import { explainBreach, openAuditLog } from "./audit-witness";
import { Failure } from "./fail";
import type { Svc } from "./svc";

/** As `/api/audit/proofs` describes a row. */
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
  const { witness, look } = await openAuditLog(surroundings, connection.baseUrl);
  const area = options.service ? "service" : (connection.organizationId ?? "");
  const query = { row, ...(area === "" ? {} : { area }) };
  const { proofs } = await connection.service.send<{ proofs: Proof[] }>({
    method: "GET",
    path: "/api/audit/proofs",
    query,
  });
  // After the proofs: a key that signed them is then known.
  const sight = await look();
  if (sight === null) throw new Failure("api", "The service signs no audit log.");
  if (proofs.length === 0)
    throw new Failure("input", `There is no row ${row} in this area.`, "Another area: --organization.");
  const [key = "", ...laterKeys] = sight.keys;
  const results: { id: string; at: string; index: number | null; file: string | null; problem: string | null }[] = [];
  for (const { id, at, state, index, file } of proofs) {
    const place = file === undefined ? null : join(options.output, `audit-row-${index}.tlog-proof`);
    let problem = STATES[state];
    if (place !== null && file !== undefined) {
      await saveProof(options.output, place, file);
      const verifier = await readProofs(place, { key, laterKeys });
      problem = verifier.finish().problems.join(" ");
      if (problem === "" && verifier.stated) await explainBreach(witness.recognize(verifier.stated, sight.keys));
    }
    results.push({ id, at, index: index ?? null, file: place, problem: problem || null });
  }
  output.result(results, () =>
    results
      .map(({ id, at, index, file, problem }) =>
        problem === null ? `Row ${id} (${at}) is entry ${index}: ${file}` : `Row ${id} (${at}): ${problem}`,
      )
      .join("\n"),
  );
  const failed = results.filter(({ problem }) => problem !== null).length;
  if (failed > 0) throw new Failure("api", `${failed} of ${results.length} rows are not proved.`);
}

async function saveProof(folder: string, place: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(place, text);
  } catch (error) {
    throw new Failure("input", `${place} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
