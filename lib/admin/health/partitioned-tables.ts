import { AUDIT_LOG } from "../../audit/retention";
import type { PartitionedTable } from "../../db/partitioned-table";
import { EVENTS } from "../../events/retention";
import { BODIES, DETAILS } from "../../requests/retention";
import { DELIVERY_TABLES } from "../../webhooks/retention";

/** Every table whose partitions a job makes ahead. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [AUDIT_LOG, DETAILS, BODIES, EVENTS, ...DELIVERY_TABLES];
