import { orNotFound } from "@/app/_ui/or-not-found";
import type { SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { openConnector } from "@/lib/connectors/open-connector";
import { readConnector } from "@/lib/connectors/queries";
import { pathOf } from "./paths";

export interface ConnectorPage {
  params: Promise<{ connectorId: string }>;
  searchParams: SearchParams;
}

/** A connector that this person does not manage has no page. */
export async function openConnectorPage({ params, searchParams }: ConnectorPage, subpath = "") {
  const { connectorId } = await params;
  const { user } = await requireSession(pathOf(connectorId, subpath));
  const access = await orNotFound(openConnector(user.id, connectorId));
  const [connector, query] = await Promise.all([orNotFound(readConnector(access)), searchParams]);
  return { userId: user.id, access, connector, query };
}
