import { isScope, type Scope } from "../../access/scopes";
import { sharedBatch } from "../../db/batch";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { CLIENT_URL_MAX_LENGTH } from "../../platform/client-document-limits";
import { now } from "../../platform/clock";
import { FIND_CLIENTS } from "../apps/apps.sql";
import { type ClientKey, ClientKeyList } from "../apps/client-keys";

export interface Client extends Omit<RowOf<typeof FIND_CLIENTS>, "allowedScopes" | "secretHashes" | "jwks"> {
  allowedScopes: Scope[];
  secretHashes: readonly Buffer[];
  jwks: readonly ClientKey[];
}

const findClients = sharedBatch<string, Client | null>("find-oauth-clients", async (clientIds) => {
  const rows = await query(FIND_CLIENTS, { clientIds: [...new Set(clientIds)], now: now() });
  const clients = rows.map(({ allowedScopes, secretHashes, jwks, ...client }) => ({
    ...client,
    allowedScopes: allowedScopes.filter(isScope),
    secretHashes: secretHashes ?? [],
    jwks: ClientKeyList.parse(jwks),
  }));
  return clientIds.map((clientId) => clients.find((client) => client.clientId === clientId) ?? null);
});

export async function findClient(clientId: string): Promise<Client | null> {
  return clientId.length <= CLIENT_URL_MAX_LENGTH && /^[\x21-\x7e]+$/.test(clientId) ? findClients(clientId) : null;
}
