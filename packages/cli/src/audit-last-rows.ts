import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { NumberedRow, Verifier } from "../../audit-verifier/src/verifier";
import { checkpointFile, isWitness } from "./audit-witness";
import { writePrivately } from "./config";
import { Failure } from "./fail";
import type { Surroundings } from "./surroundings";

type SeenRow = NumberedRow & { seenAt: string };
type SeenRows = Record<string, SeenRow>;

const nameArea = ({ area }: NumberedRow) => area ?? "service";

/** The last row that an export of a whole area had: taken out together with its number, no later export would miss it. */
export function openLastRows(surroundings: Surroundings, baseUrl: string) {
  const file = checkpointFile(surroundings, baseUrl).replace(/json$/, "rows.json");
  return {
    async compare(verifier: Verifier): Promise<void> {
      const seen = isWitness(surroundings) ? (await load(file))[verifier.area ?? "service"] : undefined;
      if (seen) verifier.expectRow(seen, seen.seenAt);
    },
    async keep({ lastRow }: Verifier): Promise<void> {
      if (lastRow === null || !isWitness(surroundings)) return;
      const rows = await load(file);
      const isOlder = (rows[nameArea(lastRow)]?.index ?? -1) >= lastRow.index;
      if (isOlder) return;
      const seen: SeenRow = { ...lastRow, seenAt: new Date().toISOString() };
      const text = JSON.stringify({ ...rows, [nameArea(lastRow)]: seen }, null, 2);
      await writePrivately(file, dirname(file), text);
    },
  };
}

async function load(file: string): Promise<SeenRows> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  try {
    return JSON.parse(text) as SeenRows;
  } catch {
    throw new Failure(
      "input",
      `${file} is not valid JSON.`,
      "Repair it; without it nothing is known of earlier exports.",
    );
  }
}
