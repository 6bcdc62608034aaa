import type { NumberedRow, Report, Verifier } from "../../audit-verifier/src/verifier";
import { openKeptFile } from "./audit-witness";
import type { Surroundings } from "./surroundings";

const nameArea = (area: NumberedRow["area"]) => area ?? "service";

/**
 * The last row that an export of a whole area had must be in the next one. Taken out together with its number, it would be
 * missed by no later one.
 */
export async function finishWithLastRow(
  surroundings: Surroundings,
  baseUrl: string,
  verifier: Verifier,
): Promise<Report> {
  const file = openKeptFile(surroundings, baseUrl);
  return file.exclusively(async () => {
    const kept = await file.load();
    const { lastRow, size } = verifier;
    const area = nameArea(verifier.area);
    const seen = kept?.lastRows?.[area];
    // Another process may have kept a row meanwhile that is younger than this file.
    const isYounger = seen !== undefined && seen.index >= (size ?? 0);
    if (seen && !isYounger) verifier.expectRow(seen, `on ${seen.seenAt}`);
    const report = verifier.finish();
    if (kept !== null && lastRow !== null && !isYounger && report.problems.length === 0) {
      const last = { ...lastRow, seenAt: new Date().toISOString() };
      await file.save({ ...kept, lastRows: { ...kept.lastRows, [area]: last } });
    }
    return report;
  });
}
