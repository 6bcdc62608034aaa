import { orNull } from "@/app/_ui/page/or-not-found";
import { readSession } from "@/lib/accounts/sessions/session";
import { findProof } from "@/lib/audit/archive/find-proof";
import { readAuditCursor, readAuditQuery } from "@/lib/audit-log/audit-filter";
import { openAudit } from "@/lib/audit-log/open-audit";

export async function GET(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const given = new URL(request.url).searchParams;
  const { area } = readAuditQuery((name) => given.get(name) ?? "");
  const access = await orNull(openAudit(session.user, area));
  const row = readAuditCursor(given.get("row") ?? "");
  const proof = access && row && (await findProof(access, row));
  if (!proof || !("file" in proof)) return Response.json({}, { status: 404, headers });
  return new Response(proof.file, {
    headers: {
      ...headers,
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="audit-row-${proof.index}.tlog-proof"`,
    },
  });
}
