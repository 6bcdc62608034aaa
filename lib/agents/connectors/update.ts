import type { NetworkMode, SessionStrategy, ToolProfile } from "../../../prisma/client/enums";
import { type Transaction, transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { checkConnector, type Facts, type Network } from "./check-connector";
import { UpdateConnector } from "./connector";
import type { ConnectorAccess } from "./open-connector";
import { readConnector } from "./queries";
import { recordConnectorAct } from "./write-act";

export async function updateConnector(access: ConnectorAccess, input: UpdateConnector): Promise<void> {
  const facts = checkInput(UpdateConnector, input);
  const before = await readConnector(access);
  const { network, rooms } = await checkConnector(access.ownedBy, facts, before);
  const { connectorId } = access;
  await transaction(async (tx) => {
    const { count } = await tx.prisma.connector.updateMany({
      where: { id: connectorId, deletedAt: null },
      data: { ...columnsOf(facts, network), updatedAt: now() },
    });
    if (count === 0) throw notFound();
    await setRooms(tx, connectorId, rooms);
    recordConnectorAct(tx, "connector.update", access.ownedBy, [connectorId], describeFacts(facts, network, rooms));
  });
}

export function columnsOf(facts: Facts, { baseUrl, publicAcceptedAt, proxyAcceptedAt }: Network) {
  const { name, agentId, model, sessionStrategy, toolProfile, networkMode } = facts;
  return {
    name,
    agentId,
    model,
    sessionStrategy: sessionStrategy.toUpperCase() as SessionStrategy,
    toolProfile: toolProfile.toUpperCase() as ToolProfile,
    networkMode: networkMode.toUpperCase() as NetworkMode,
    gatewayBaseUrl: baseUrl,
    publicAcceptedAt,
    proxyAcceptedAt,
  };
}

export function describeFacts({ networkMode, toolProfile }: Facts, { baseUrl }: Network, roomIds: readonly string[]) {
  return { gatewayHost: new URL(baseUrl).host, networkMode, toolProfile, roomIds };
}

export async function setRooms(tx: Transaction, connectorId: string, roomIds: readonly string[]): Promise<void> {
  await tx.prisma.connectorRoom.deleteMany({ where: { connectorId } });
  await tx.prisma.connectorRoom.createMany({ data: roomIds.map((roomId) => ({ connectorId, roomId })) });
}
