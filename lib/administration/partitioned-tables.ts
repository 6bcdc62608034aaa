import { AUDIT_LOG } from "../audit/retention";
import { EVENTS } from "../events/retention";
import type { PartitionedTable } from "../platform/partitioned-table";
import { BODIES, DETAILS } from "../requests/retention";
import { DELIVERY_TABLES } from "../webhooks/retention";

/** Every table whose partitions a job makes ahead. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [AUDIT_LOG, DETAILS, BODIES, EVENTS, ...DELIVERY_TABLES];
