import { isId } from "../platform/ids";
import { RECORD_ORIGINS, RECORD_STATUSES, type RecordOrigin, type RecordStatus } from "./record";

export interface RecordFilter {
  status: RecordStatus | "all" | "";
  origin: RecordOrigin | "";
  text: string;
  after: string;
}

export function readRecordFilter(read: (name: string) => string): RecordFilter {
  const [status, origin, after] = [read("status"), read("origin"), read("after")];
  return {
    status: [...RECORD_STATUSES, "all" as const].find((known) => known === status) ?? "",
    origin: RECORD_ORIGINS.find((known) => known === origin) ?? "",
    // PostgreSQL text cannot contain NUL, so no title matches.
    text: read("q").isWellFormed() ? read("q").replaceAll("\u0000", "").trim() : "",
    after: isId("rec", after) ? after : "",
  };
}
