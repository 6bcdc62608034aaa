import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import type { ConnectorAccess } from "./open-connector";
import { recordConnectorAct } from "./write-act";

/** Disabling and deleting end runs, so they are in lib/agents/runs. */
export async function enableConnector({ connectorId, ownedBy }: ConnectorAccess): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.prisma.connector.updateMany({
      where: { id: connectorId, deletedAt: null, isEnabled: false },
      data: { isEnabled: true, updatedAt: now() },
    });
    if (count > 0) recordConnectorAct(tx, "connector.enable", ownedBy, [connectorId]);
  });
}
