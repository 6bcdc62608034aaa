import { transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { encrypt } from "../../platform/crypto";
import { gatewayTokenPlace } from "../../platform/sealed-places";
import { RotateToken } from "./connector";
import type { ConnectorAccess } from "./open-connector";
import { recordConnectorAct } from "./write-act";

/** The old token ends at once: the next call to the gateway carries the new one. */
export async function rotateGatewayToken(access: ConnectorAccess, input: RotateToken): Promise<void> {
  const { gatewayToken } = checkInput(RotateToken, input);
  const { connectorId } = access;
  await transaction(async (tx) => {
    const at = now();
    const { count } = await tx.prisma.connector.updateMany({
      where: { id: connectorId, deletedAt: null },
      data: {
        gatewayTokenCiphertext: encrypt(gatewayToken, gatewayTokenPlace(connectorId)),
        tokenSetAt: at,
        updatedAt: at,
      },
    });
    if (count > 0) recordConnectorAct(tx, "connector.rotate_token", access.ownedBy, [connectorId]);
  });
}
