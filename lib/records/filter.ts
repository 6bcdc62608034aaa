import { isId } from "../platform/ids";
import { RECORD_ORIGINS, RECORD_STATUSES, type RecordOrigin, type RecordStatus } from "./record";

/** The filter of a room's records; it lives in the URL. */
export interface RecordFilter {
  /** Empty means all but archived ones. */
  status: RecordStatus | "all" | "";
  origin: RecordOrigin | "";
  text: string;
  /** Older than this record; empty starts at the newest. */
  after: string;
}

/** Reads the filter from the URL and ignores unknown values. */
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
