import type { OwnerAccess } from "../../access/open-owner";
import { transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { encrypt } from "../../platform/crypto";
import { invalid } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { CONNECTORS_PER_ENTITY_MAX } from "../../platform/limits";
import { gatewayTokenPlace } from "../../platform/sealed-places";
import { checkConnector } from "./check-connector";
import { CreateConnector } from "./connector";
import { LOCK_CONNECTOR_OWNER } from "./connectors.sql";
import { recordConnectorAction } from "./record-connector-action";
import { columnsOf, describeFacts, setRooms } from "./update";

export async function createConnector(access: OwnerAccess, input: CreateConnector): Promise<{ id: string }> {
  const { gatewayToken, ...given } = checkInput(CreateConnector, input);
  const facts = { ...given, keepsHiddenRooms: false };
  const { network, rooms } = await checkConnector(access, facts, null);
  const { owner, userId } = access;
  const { billingEntityId } = owner;
  const id = newId("conn");
  return transaction(async (tx) => {
    await tx.query(LOCK_CONNECTOR_OWNER, { billingEntityId });
    const existing = await tx.prisma.connector.count({ where: { billingEntityId, deletedAt: null } });
    if (existing >= CONNECTORS_PER_ENTITY_MAX) throw invalid([{ path: "", message: "connectors_too_many" }]);
    const at = now();
    await tx.prisma.connector.create({
      data: {
        ...columnsOf(facts, network),
        id,
        organizationId: owner.kind === "organization" ? owner.id : null,
        userId: owner.kind === "user" ? owner.id : null,
        billingEntityId,
        gatewayTokenCiphertext: encrypt(gatewayToken, gatewayTokenPlace(id)),
        createdById: userId,
        createdAt: at,
        updatedAt: at,
        tokenSetAt: at,
      },
    });
    await setRooms(tx, id, rooms);
    recordConnectorAction(tx, "connector.create", access, [id], describeFacts(facts, network, rooms));
    return { id };
  });
}
