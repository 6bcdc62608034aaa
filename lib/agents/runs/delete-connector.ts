import { transaction } from "../../db/transaction";
import { checkTypedName } from "../../platform/check-typed-name";
import { now } from "../../platform/clock";
import type { ConnectorAccess } from "../connectors/open-connector";
import { readConnector } from "../connectors/queries";
import { recordConnectorAction } from "../connectors/record-connector-action";
import { setRooms } from "../connectors/update";
import { cancelRunsOf } from "./cancel-run";

export async function deleteConnector(access: ConnectorAccess, typedName: string): Promise<void> {
  const { name } = await readConnector(access);
  checkTypedName(typedName, name);
  const { connectorId } = access;
  await transaction(async (tx) => {
    const at = now();
    const { count } = await tx.prisma.connector.updateMany({
      where: { id: connectorId, deletedAt: null },
      data: { deletedAt: at, updatedAt: at, isEnabled: false, gatewayTokenCiphertext: "" },
    });
    await setRooms(tx, connectorId, []);
    await cancelRunsOf(tx, [connectorId]);
    if (count > 0) recordConnectorAction(tx, "connector.delete", access.ownedBy, [connectorId]);
  });
}
