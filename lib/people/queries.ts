import { explainRefusal, mayManage } from "../access/membership";
import { listConnectorsCreatedBy } from "../agents/connectors/queries";
import { listKeysCreatedBy } from "../api-keys/revoke";
import { database } from "../db/transaction";
import type { OrganizationAccess } from "../organizations/open-organization";
import { countSeats, type SeatCount } from "../rooms/end-seats";
import { listWebhooksCreatedBy } from "../webhooks/settings/deactivate-created-by";

export type Traces = Awaited<ReturnType<typeof readTraces>>;

export async function readTraces({ organizationId, role }: OrganizationAccess, userId: string) {
  if (!mayManage(role)) throw explainRefusal("managers_only", "");
  const person = { organizationId, userId };
  const [seats, keys, webhooks, connectors] = await Promise.all([
    countSeats(database, person),
    listKeysCreatedBy(person),
    listWebhooksCreatedBy(person),
    listConnectorsCreatedBy(person),
  ]);
  return { seats, keys, webhooks, connectors };
}

export function readOwnSeats({ organizationId, userId }: OrganizationAccess): Promise<SeatCount> {
  return countSeats(database, { organizationId, userId });
}
