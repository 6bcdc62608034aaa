import type { NumberedRow, Verifier } from "../../audit-verifier/src/verifier";
import { loadKept, saveKept } from "./audit-witness";
import type { Surroundings } from "./surroundings";

const nameArea = (area: NumberedRow["area"]) => area ?? "service";

/** The last row that an export of a whole area had. Taken out together with its number, it would be missed by no later one. */
export async function compareLastRow(surroundings: Surroundings, baseUrl: string, verifier: Verifier): Promise<void> {
  const kept = await loadKept(surroundings, baseUrl);
  const seen = kept?.lastRows?.[nameArea(verifier.area)];
  if (seen) verifier.expectRow(seen, seen.seenAt);
}

export async function keepLastRow(surroundings: Surroundings, baseUrl: string, { lastRow }: Verifier): Promise<void> {
  const kept = await loadKept(surroundings, baseUrl);
  if (kept === null || lastRow === null) return;
  const seen = { ...lastRow, seenAt: new Date().toISOString() };
  await saveKept(surroundings, baseUrl, { ...kept, lastRows: { ...kept.lastRows, [nameArea(lastRow.area)]: seen } });
}
