import { orNull } from "@/app/_ui/or-not-found";
import { respondWithExport } from "@/app/api/audit/respond-with-export";
import { readSession } from "@/lib/accounts/session";
import { readAuditQuery } from "@/lib/overview/audit-filter";
import { openAudit } from "@/lib/overview/open-audit";

/** The filtered log as a file. */
export async function GET(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const given = new URL(request.url).searchParams;
  const { area } = readAuditQuery((name) => given.get(name) ?? "");
  const access = await orNull(openAudit(session.user, area));
  return access ? respondWithExport(access, given) : Response.json({}, { status: 404, headers });
}
