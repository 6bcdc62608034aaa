import { readAuditCursor, readAuditQuery, readLogSize } from "@/lib/overview/audit-filter";
import { EXPORT_FORMATS, exportAudit } from "@/lib/overview/export-audit";
import type { AuditAccess } from "@/lib/overview/open-audit";

const FILES = {
  csv: ["text/csv; charset=utf-8", "audit-log.csv"],
  ndjson: ["application/x-ndjson", "audit-log.ndjson"],
  proof: ["application/x-ndjson", "audit-log-proof.ndjson"],
} as const;

/**
 * The filtered log as a file. `after` continues one that was cut off: it is the `cursor` of the last whole row. `grownFrom`
 * is the size of a checkpoint that the reader has kept.
 */
export function respondWithExport(access: AuditAccess, given: URLSearchParams): Response {
  const read = (name: string) => given.get(name) ?? "";
  const format = EXPORT_FORMATS.find((name) => name === read("format")) ?? "ndjson";
  const [after, keptSize] = [readAuditCursor(read("after")), readLogSize(read("grownFrom"))];
  const rows = exportAudit(access, readAuditQuery(read), { format, after, keptSize });
  const [type, name] = FILES[format];
  return new Response(streamTexts(rows), {
    headers: {
      "cache-control": "no-store",
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
    },
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
