import { ensureAuditPartitions, ensureDetailPartitions } from "../lib/audit/retention";
import { setRoleDefaults } from "../lib/db/set-role-defaults";
import { ensureEventPartitions } from "../lib/events/retention";
import { ensureDeliveryPartitions } from "../lib/webhooks/retention";

export async function ensureAllPartitions(): Promise<void> {
  await ensureAuditPartitions();
  await ensureDetailPartitions();
  await ensureEventPartitions();
  await ensureDeliveryPartitions();
}

export async function prepareDatabase(): Promise<void> {
  await setRoleDefaults();
  await ensureAllPartitions();
}
