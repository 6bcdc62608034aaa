import type { NumberedRow, Report, Verifier } from "../../audit-verifier/src/verifier";
import { openKeptFile } from "./audit-witness";
import type { Surroundings } from "./surroundings";

const nameArea = (area: NumberedRow["area"]) => area ?? "service";

/** The checkpoint of the last export of a whole area, as the area was asked for: the next one shows how the log has grown from it. */
export async function readLastExport(
  surroundings: Surroundings,
  baseUrl: string,
  area: string,
): Promise<string | undefined> {
  return (await openKeptFile(surroundings, baseUrl).load())?.lastExports?.[area];
}

/**
 * The last row that an export of a whole area had must be in the next one. Taken out together with its number, it would be
 * missed by no later one.
 */
export async function finishWithLastRow(
  surroundings: Surroundings,
  baseUrl: string,
  verifier: Verifier,
  askedArea: string,
): Promise<Report> {
  const file = openKeptFile(surroundings, baseUrl);
  return file.exclusively(async () => {
    const kept = await file.load();
    const { lastRow, size, stated } = verifier;
    const area = nameArea(verifier.area);
    const seen = kept?.lastRows?.[area];
    // Another process may have kept a row meanwhile that is younger than this file.
    const isYounger = seen !== undefined && seen.index >= (size ?? 0);
    if (seen && !isYounger) verifier.expectRow(seen, `on ${seen.seenAt}`);
    const report = verifier.finish();
    if (kept === undefined || isYounger || report.covers !== "area" || report.problems.length > 0) return report;
    const last = lastRow && { [area]: { ...lastRow, seenAt: new Date().toISOString() } };
    const lastExports = { ...kept.lastExports, [askedArea]: stated?.checkpoint ?? "" };
    await file.save({ ...kept, lastExports, lastRows: { ...kept.lastRows, ...last } });
    return report;
  });
}
