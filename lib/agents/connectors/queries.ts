import { type OwnerAccess, openOwners } from "../../access/open-owner";
import { prisma } from "../../db/prisma";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { notFound } from "../../platform/errors";
import { narrowProfile } from "./connector";
import { LIST_CONNECTORS, LIST_ROOM_CHOICES, LIST_USABLE_CONNECTORS, READ_CONNECTOR } from "./connectors.sql";
import type { ConnectorAccess } from "./open-connector";

export type Connector = RowOf<typeof READ_CONNECTOR>;

export function listConnectors(accesses: readonly OwnerAccess[]): Promise<Connector[]> {
  const entities = accesses.map(({ owner }) => owner.billingEntityId);
  return query(LIST_CONNECTORS, { userId: accesses[0]?.userId ?? "", entities });
}

export async function readConnector({ connectorId, userId }: ConnectorAccess): Promise<Connector> {
  const [connector] = await query(READ_CONNECTOR, { userId, connectorId });
  if (!connector) throw notFound();
  return connector;
}

const CREATED_SHOWN_MAX = 500;

export function listConnectorsCreatedBy(creator: {
  organizationId: string;
  userId: string;
}): Promise<{ id: string; name: string }[]> {
  return prisma().connector.findMany({
    where: { organizationId: creator.organizationId, createdById: creator.userId, isEnabled: true },
    select: { id: true, name: true },
    orderBy: { id: "desc" },
    take: CREATED_SHOWN_MAX,
  });
}

export type RoomChoice = RowOf<typeof LIST_ROOM_CHOICES>;

export function listRoomChoices({ userId, owner }: OwnerAccess): Promise<RoomChoice[]> {
  return query(LIST_ROOM_CHOICES, { userId, billingEntityId: owner.billingEntityId });
}

export async function hasRoomChoice(userId: string): Promise<boolean> {
  const entities = (await openOwners(userId)).map(({ owner }) => owner.billingEntityId);
  const seat = await prisma().roomMember.findFirst({
    where: { userId, room: { roomType: 0, billingEntityId: { in: entities } } },
    select: { id: true },
  });
  return seat !== null;
}

export type UsableConnector = Awaited<ReturnType<typeof listUsableConnectors>>[number];

export async function listUsableConnectors(userId: string, roomId: string) {
  const connectors = await query(LIST_USABLE_CONNECTORS, { userId, roomId });
  return connectors.map(({ isShared, toolProfile, ...connector }) => ({
    ...connector,
    toolProfile: narrowProfile(toolProfile, isShared),
  }));
}
