import { connectorPath } from "@/app/_links";
import type { SearchParams } from "@/app/_ui/list/search-params";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { requireSession } from "@/lib/accounts/sessions/session";
import { openConnector } from "@/lib/agents/connectors/open-connector";
import { readConnector } from "@/lib/agents/connectors/queries";

export interface ConnectorPage {
  params: Promise<{ connectorId: string }>;
  searchParams: SearchParams;
}

export async function openConnectorPage({ params, searchParams }: ConnectorPage, subpath = "") {
  const { connectorId } = await params;
  const { user } = await requireSession(connectorPath(connectorId, subpath));
  const access = await orNotFound(openConnector(user.id, connectorId));
  const [connector, query] = await Promise.all([orNotFound(readConnector(access)), searchParams]);
  return { userId: user.id, access, connector, query };
}
