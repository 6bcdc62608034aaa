import { type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import type { ConnectorAccess } from "../connectors/open-connector";
import { type ActingOwner, recordConnectorAction } from "../connectors/record-connector-action";
import { cancelRunsOf } from "./cancel-run";
import { LOCK_CONNECTORS_CREATED_BY } from "./queue.sql";

export function disableConnector({ connectorId, ownedBy }: ConnectorAccess): Promise<void> {
  return transaction((tx) => disableConnectors(tx, [connectorId], ownedBy));
}

export async function disableConnectors(
  tx: Transaction,
  connectorIds: readonly string[],
  by: ActingOwner,
): Promise<void> {
  const disabled = await tx.prisma.connector.updateManyAndReturn({
    where: { id: { in: [...connectorIds] }, isEnabled: true },
    data: { isEnabled: false, updatedAt: now() },
    select: { id: true },
  });
  await cancelRunsOf(tx, connectorIds);
  const ids = disabled.map(({ id }) => id);
  recordConnectorAction(tx, "connector.disable", by, ids);
}

export async function disableConnectorsCreatedBy(
  tx: Transaction,
  { organizationId, userId }: { organizationId: string; userId: string },
  actor: { userId: string; billingEntityId: string },
): Promise<void> {
  const created = await tx.query(LOCK_CONNECTORS_CREATED_BY, { organizationId, userId });
  const ids = created.map(({ id }) => id);
  await disableConnectors(tx, ids, { userId: actor.userId, owner: actor });
}
