import { isId } from "../platform/ids";
import { RECORD_ORIGINS, RECORD_STATUSES, type RecordOrigin, type RecordStatus } from "./record";

/** What a room's list is narrowed to; it lives in the address. */
export interface RecordFilter {
  /** Empty: all but the archived ones. */
  status: RecordStatus | "all" | "";
  origin: RecordOrigin | "";
  text: string;
  /** Older than this record; empty: from the newest. */
  after: string;
}

/** What an address says, or nothing where it says what no filter knows. */
export function readRecordFilter(read: (name: string) => string): RecordFilter {
  const [status, origin, after] = [read("status"), read("origin"), read("after")];
  return {
    status: [...RECORD_STATUSES, "all" as const].find((known) => known === status) ?? "",
    origin: RECORD_ORIGINS.find((known) => known === origin) ?? "",
    // What PostgreSQL cannot read, no title holds.
    text: read("q").isWellFormed() ? read("q").replaceAll("\u0000", "").trim() : "",
    after: isId("rec", after) ? after : "",
  };
}
