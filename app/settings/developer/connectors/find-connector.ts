import { orNotFound } from "@/app/_ui/or-not-found";
import { type ConnectorAccess, openConnector } from "@/lib/connectors/open-connector";
import { type Connector, readConnector } from "@/lib/connectors/queries";

export async function findConnector(
  userId: string,
  connectorId: string,
): Promise<{ access: ConnectorAccess; connector: Connector }> {
  const access = await orNotFound(openConnector(userId, connectorId));
  return { access, connector: await orNotFound(readConnector(access)) };
}
