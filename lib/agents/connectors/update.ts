import type { NetworkMode, SessionStrategy, ToolProfile } from "../../../prisma/client/enums";
import { type Transaction, transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { encrypt } from "../../platform/crypto";
import { notFound } from "../../platform/errors";
import { gatewayTokenPlace } from "../../platform/sealed-places";
import { checkConnector, type Facts, type Network } from "./check-connector";
import { RotateToken, UpdateConnector } from "./connector";
import type { ConnectorAccess } from "./open-connector";
import { readConnector } from "./queries";
import { recordConnectorAction } from "./record-connector-action";

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
    recordConnectorAction(tx, "connector.update", access.ownedBy, [connectorId], describeFacts(facts, network, rooms));
  });
}

export async function enableConnector({ connectorId, ownedBy }: ConnectorAccess): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.prisma.connector.updateMany({
      where: { id: connectorId, deletedAt: null, isEnabled: false },
      data: { isEnabled: true, updatedAt: now() },
    });
    if (count > 0) recordConnectorAction(tx, "connector.enable", ownedBy, [connectorId]);
  });
}

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
    if (count > 0) recordConnectorAction(tx, "connector.rotate_token", access.ownedBy, [connectorId]);
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
