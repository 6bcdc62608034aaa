import { query } from "../../db/transaction";
import type { NewDelivery } from "../../events/new-deliveries";
import { RELEASE_DELIVERIES } from "./deliveries.sql";

/** If this fails, the claims lapse. */
export async function releaseDeliveries(deliveries: readonly NewDelivery[]): Promise<void> {
  await query(RELEASE_DELIVERIES, [JSON.stringify(deliveries.map(({ id, lease, minute }) => ({ id, lease, minute })))]);
}
