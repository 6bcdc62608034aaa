import { type OwnerAccess, openOwners } from "../../access/open-owner";
import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";

declare const proof: unique symbol;

export interface ConnectorAccess {
  readonly [proof]: "connector";
  readonly connectorId: string;
  readonly userId: string;
  readonly ownedBy: OwnerAccess;
}

export async function openConnector(userId: string, connectorId: string): Promise<ConnectorAccess> {
  if (!isId("conn", connectorId)) throw notFound();
  const [owners, connector] = await Promise.all([
    openOwners(userId),
    prisma().connector.findFirst({
      where: { id: connectorId, deletedAt: null },
      select: { organizationId: true, userId: true },
    }),
  ]);
  const ownerId = connector?.organizationId ?? connector?.userId;
  const ownedBy = owners.find(({ owner }) => owner.id === ownerId);
  if (!ownedBy) throw notFound();
  return { connectorId, userId, ownedBy } as ConnectorAccess;
}
