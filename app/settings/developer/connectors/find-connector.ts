import { orNotFound } from "@/app/_ui/or-not-found";
import type { Connector } from "@/lib/connectors/connector";
import { type ConnectorAccess, openConnector } from "@/lib/connectors/open-connector";
import { readConnector } from "@/lib/connectors/queries";

export async function findConnector(
  userId: string,
  connectorId: string,
): Promise<{ access: ConnectorAccess; connector: Connector }> {
  const access = await orNotFound(openConnector(userId, connectorId));
  return { access, connector: await orNotFound(readConnector(access)) };
}
