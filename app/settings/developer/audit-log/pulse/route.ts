import { readSession } from "@/lib/accounts/sessions/session";
import { readAuditQuery } from "@/lib/audit-log/audit-filter";
import { listAudit } from "@/lib/audit-log/list-audit";
import { openAudit } from "@/lib/audit-log/open-audit";
import { AppError } from "@/lib/platform/errors";
import { PULSE_ROWS, printEntries } from "../print-entries";

export async function GET(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const given = new URL(request.url).searchParams;
  const query = readAuditQuery((name) => given.get(name) ?? "");
  try {
    const { entries } = await listAudit(await openAudit(session.user, query.area), query, null, PULSE_ROWS);
    return Response.json({ ...printEntries(entries), isMoving: false }, { headers });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return Response.json({}, { status: 404, headers });
    throw error;
  }
}
