import { orNull } from "@/app/_ui/or-not-found";
import { readSession } from "@/lib/accounts/session";
import { readAuditCursor, readAuditQuery } from "@/lib/overview/audit-filter";
import { EXPORT_FORMATS, exportAudit } from "@/lib/overview/export-audit";
import { openAudit } from "@/lib/overview/open-audit";

const FILES = {
  csv: ["text/csv; charset=utf-8", "audit-log.csv"],
  ndjson: ["application/x-ndjson", "audit-log.ndjson"],
  proof: ["application/x-ndjson", "audit-log-proof.ndjson"],
} as const;

/** The filtered log as a file. `after` continues one that was cut off: it is the `cursor` of the last whole row. */
export async function GET(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const given = new URL(request.url).searchParams;
  const query = readAuditQuery((name) => given.get(name) ?? "");
  const access = await orNull(openAudit(session.user, query.area));
  if (!access) return Response.json({}, { status: 404, headers });
  const format = EXPORT_FORMATS.find((name) => name === given.get("format")) ?? "ndjson";
  const rows = exportAudit(access, query, format, readAuditCursor(given.get("after") ?? ""));
  const [type, name] = FILES[format];
  return new Response(streamTexts(rows), {
    headers: { ...headers, "content-type": type, "content-disposition": `attachment; filename="${name}"` },
  });
}

/** Reads on only when the reader has taken what there was. */
function streamTexts(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
