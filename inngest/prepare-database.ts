import { setRoleDefaults } from "../lib/db/set-role-defaults";
import { ensureAllPartitions } from "./ensure-partitions";

/** Before a process of any role begins. */
export async function prepareDatabase(): Promise<void> {
  await setRoleDefaults();
  await ensureAllPartitions();
}
