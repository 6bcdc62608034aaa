import { readAuditCursor, readAuditQuery, readLogSize } from "@/lib/audit-log/audit-filter";
import { EXPORT_FORMATS, exportAudit } from "@/lib/audit-log/export-audit";
import type { AuditAccess } from "@/lib/audit-log/open-audit";
import { newRequestId } from "@/lib/platform/ids";
import { answerAuditFailure } from "./serve";

const FILES = {
  csv: ["text/csv; charset=utf-8", "audit-log.csv"],
  ndjson: ["application/x-ndjson", "audit-log.ndjson"],
  proof: ["application/x-ndjson", "audit-log-proof.ndjson"],
} as const;

/** The head of a file and its first page of rows: what fails in them is a response of its own, and no file that breaks off. */
const TEXTS_BEFORE_RESPONSE = 3;

export async function respondWithExport(access: AuditAccess, given: URLSearchParams): Promise<Response> {
  const read = (name: string) => given.get(name) ?? "";
  const format = EXPORT_FORMATS.find((name) => name === read("format")) ?? "ndjson";
  const [after, keptSize] = [readAuditCursor(read("after")), readLogSize(read("grownFrom"))];
  const rows = exportAudit(access, readAuditQuery(read), { format, after, keptSize });
  const [type, name] = FILES[format];
  let first: IteratorResult<string, void>[];
  try {
    first = await readFirst(rows);
  } catch (error) {
    return answerAuditFailure(error, newRequestId());
  }
  return new Response(streamTexts(first, rows), {
    headers: {
      "cache-control": "no-store",
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
}

async function readFirst(texts: AsyncGenerator<string, void>): Promise<IteratorResult<string, void>[]> {
  const first = [await texts.next()];
  while (first.length < TEXTS_BEFORE_RESPONSE && !first.at(-1)?.done) first.push(await texts.next());
  return first;
}

function streamTexts(
  first: IteratorResult<string, void>[],
  texts: AsyncGenerator<string, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = first.shift() ?? (await texts.next());
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
