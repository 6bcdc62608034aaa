import type { OwnerAccess } from "../../access/open-owner";
import { prisma } from "../../db/prisma";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { notFound } from "../../platform/errors";
import { LIST_CONNECTORS, READ_CONNECTOR } from "./connectors.sql";
import type { ConnectorAccess } from "./open-connector";

export type Connector = RowOf<typeof READ_CONNECTOR>;

export function listConnectors(accesses: readonly OwnerAccess[]): Promise<Connector[]> {
  const entities = accesses.map(({ owner }) => owner.billingEntityId);
  return query(LIST_CONNECTORS, [accesses[0]?.userId ?? "", entities]);
}

export async function readConnector({ connectorId, userId }: ConnectorAccess): Promise<Connector> {
  const [connector] = await query(READ_CONNECTOR, [userId, connectorId]);
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
