import { isScope, type Scope } from "../access/scopes";
import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { shared } from "../platform/shared";

/** A registered app as the endpoints and the consent screen need it. Its secrets are hashes, the live ones alone. */
export interface Client {
  id: string;
  clientId: string;
  name: string;
  developerName: string;
  websiteUrl: string | null;
  isConfidential: boolean;
  isAgent: boolean;
  allowedScopes: Scope[];
  redirectUris: string[];
  secretHashes: Buffer[];
}

type ClientRow = Omit<Client, "allowedScopes" | "secretHashes"> & {
  allowedScopes: string[];
  secretHashes: Buffer[] | null;
};

const FIND_CLIENTS = `
  SELECT a.id, a.client_id AS "clientId", a.name, a.developer_name AS "developerName", a.website_url AS "websiteUrl",
         a.client_type = 'CONFIDENTIAL' AS "isConfidential", a.actor_type = 'AGENT' AS "isAgent",
         a.allowed_scopes AS "allowedScopes", a.redirect_uris AS "redirectUris",
         (SELECT array_agg(s.hash) FROM oauth_app_secrets s
          WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > $2)) AS "secretHashes"
  FROM oauth_apps a
  WHERE a.client_id = ANY($1) AND a.is_active`;

const findClients = () =>
  shared("find-oauth-clients", () =>
    createBatch<string, Client | null>(async (clientIds) => {
      const rows = await sql<ClientRow>("find_oauth_clients", FIND_CLIENTS, [[...new Set(clientIds)], now()]);
      const clients = new Map(
        rows.map((row): [string, Client] => [
          row.clientId,
          { ...row, allowedScopes: row.allowedScopes.filter(isScope), secretHashes: row.secretHashes ?? [] },
        ]),
      );
      return clientIds.map((clientId) => clients.get(clientId) ?? null);
    }),
  );

/** An app that was deactivated is as unknown as one that never was. */
export async function findClient(clientId: string): Promise<Client | null> {
  return /^[\x21-\x7e]{1,200}$/.test(clientId) ? findClients()(clientId) : null;
}
