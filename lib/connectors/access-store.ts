import { type OwnerAccess, openOwners } from "../access/open-owner";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";

declare const proof: unique symbol;

/** That `userId` may manage this connector: a manager of its organization, or the person whose own area it is. */
export interface ConnectorAccess {
  readonly [proof]: "connector";
  readonly connectorId: string;
  readonly userId: string;
  readonly ownedBy: OwnerAccess;
}

/** One that is somebody else's, that was deleted, or that never was: the same answer. */
export async function openConnector(userId: string, connectorId: string): Promise<ConnectorAccess> {
  if (!isId("conn", connectorId)) throw notFound();
  const [owners, [row]] = await Promise.all([
    openOwners(userId),
    sql<{ ownerId: string }>(
      "find_connector_owner",
      `SELECT coalesce(organization_id, user_id) AS "ownerId" FROM connectors WHERE id = $1 AND deleted_at IS NULL`,
      [connectorId],
    ),
  ]);
  const ownedBy = owners.find(({ owner }) => owner.id === row?.ownerId);
  if (!ownedBy) throw notFound();
  return { connectorId, userId, ownedBy } as ConnectorAccess;
}
