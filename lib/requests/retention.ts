import { now } from "../platform/clock";
import { REQUEST_DETAILS_RETENTION_DAYS } from "../platform/limits";
import { dropPartitions, ensurePartitions, type PartitionedTable } from "../platform/partitions";

const DETAILS: PartitionedTable = {
  parent: "request_details",
  name: "request_details",
  key: "at",
  span: "day",
  ahead: 3,
};
const DAY_MS = 24 * 60 * 60 * 1000;

export function ensureDetailPartitions(): Promise<void> {
  return ensurePartitions(DETAILS);
}

/** Whole days, once their last row is older than the retention. */
export function dropOldDetailPartitions(): Promise<boolean> {
  return dropPartitions(DETAILS, new Date(now().getTime() - REQUEST_DETAILS_RETENTION_DAYS * DAY_MS));
}
