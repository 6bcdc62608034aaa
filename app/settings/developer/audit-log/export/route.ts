import { orNull } from "@/app/_ui/page/or-not-found";
import { respondWithExport } from "@/app/api/audit/respond-with-export";
import { readSession } from "@/lib/accounts/sessions/session";
import { isWholeArea, readAuditQuery } from "@/lib/audit-log/audit-filter";
import { findLastSignedRow, isStillThere } from "@/lib/audit-log/find-exported-row";
import { type AuditAccess, openAudit } from "@/lib/audit-log/open-audit";
import { now } from "@/lib/platform/clock";
import { keepExportedRow, loadExportedRow } from "../exported-row-cookie";

export async function GET(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const given = new URL(request.url).searchParams;
  const query = readAuditQuery((name) => given.get(name) ?? "");
  const access = await orNull(openAudit(session.user, query.area));
  if (!access) return Response.json({}, { status: 404, headers });
  if (given.get("format") === "proof") await rememberExport(access, given, isWholeArea(query));
  return respondWithExport(access, given);
}

/**
 * The file shows how the log has grown since the last one of this browser, which keeps the last row of a whole area. One that
 * is missed is kept, so that each look at the screen says it again.
 */
async function rememberExport(access: AuditAccess, given: URLSearchParams, isWhole: boolean): Promise<void> {
  const kept = await loadExportedRow(access.area);
  if (kept && !given.has("grownFrom")) given.set("grownFrom", String(kept.size));
  if (!isWhole || given.has("after") || (kept && !(await isStillThere(access, kept)))) return;
  const last = await findLastSignedRow(access, now());
  if (last) await keepExportedRow(access.area, last);
}
