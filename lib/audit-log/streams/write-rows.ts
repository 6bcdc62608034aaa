import { writeAuditCursor } from "../audit-filter";
import { writeJson } from "../export-audit";
import type { AuditEntry } from "../list-audit";
import type { StreamFormat } from "./choices";
import { writeOcsf } from "./ocsf";
import type { Batch } from "./send-bytes";
import { type Destination, nameObject } from "./stream";

export function writeBatch(
  { id, format, prefix }: Pick<Destination, "id" | "format" | "prefix">,
  entries: readonly [AuditEntry, ...AuditEntry[]],
): Batch {
  const [first] = entries;
  return {
    id: `${id}.${writeAuditCursor(first)}`,
    objectName: nameObject(first, prefix, format),
    rows: entries.length,
    body: Buffer.from(entries.map((entry) => writeRow(entry, format)).join("")),
  };
}

/** Receivers drop a row whose cursor they already have. */
function writeRow(entry: AuditEntry, format: StreamFormat): string {
  return format === "ocsf"
    ? `${JSON.stringify(writeOcsf(entry))}\n`
    : writeJson({ cursor: writeAuditCursor(entry), ...entry });
}
