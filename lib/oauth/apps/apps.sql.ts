// SQL: locks, and what a request at the token endpoint reads and spends.

import {
  boolean,
  bytes,
  bytesArray,
  instant,
  json,
  nullable,
  present,
  statement,
  text,
  textArray,
} from "../../db/statement";

export const FIND_CLIENTS = statement({
  name: "find_oauth_clients",
  params: { clientIds: textArray, now: instant },
  row: {
    id: text,
    clientId: text,
    name: text,
    developerName: text,
    websiteUrl: nullable(text),
    isConfidential: boolean,
    isAgent: boolean,
    allowedScopes: present(textArray),
    redirectUris: present(textArray),
    usesKeys: boolean,
    jwks: json<unknown>(),
    jwksUri: nullable(text),
    jwksCheckedAt: nullable(instant),
    jwksFreshUntil: nullable(instant),
    secretHashes: nullable(bytesArray),
  },
  text: (p) => `
    SELECT a.id, a.client_id AS "clientId", a.name, a.developer_name AS "developerName", a.website_url AS "websiteUrl",
           a.client_type = 'CONFIDENTIAL' AS "isConfidential", a.actor_type = 'AGENT' AS "isAgent",
           a.allowed_scopes AS "allowedScopes", a.redirect_uris AS "redirectUris",
           a.uses_keys AS "usesKeys", a.jwks, a.jwks_uri AS "jwksUri", a.jwks_checked_at AS "jwksCheckedAt",
           a.jwks_fresh_until AS "jwksFreshUntil",
           (SELECT array_agg(s.hash) FROM oauth_app_secrets s
            WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > ${p.now})) AS "secretHashes"
    FROM oauth_apps a
    WHERE a.client_id = ANY(${p.clientIds}) AND a.is_active`,
});

/** FOR UPDATE makes a new grant wait, because its foreign key locks this row too. */
export const LOCK_APP = statement({
  name: "lock_oauth_app",
  params: { appId: text },
  row: { name: text, hasSecret: boolean, isActive: boolean },
  text: (p) => `
    SELECT name, client_type = 'CONFIDENTIAL' AND NOT uses_keys AS "hasSecret", is_active AS "isActive"
    FROM oauth_apps WHERE id = ${p.appId} FOR UPDATE`,
});

/** ON CONFLICT lets only one request use an assertion, however often it is sent. */
export const SPEND_ASSERTION = statement({
  name: "spend_client_assertion",
  params: { hash: bytes, expiresAt: instant },
  row: { hash: bytes },
  text: (p) => `
    INSERT INTO oauth_client_assertions (hash, expires_at) VALUES (${p.hash}, ${p.expiresAt})
    ON CONFLICT (hash) DO NOTHING RETURNING hash`,
});

/** Requests take turns, or their number could pass its limit. */
export const LOCK_CLIENT_REQUESTS = statement({
  name: "lock_client_requests",
  params: { lock: text },
  row: {},
  text: (p) => `SELECT FROM pg_advisory_xact_lock(hashtextextended(${p.lock}, 20263))`,
});
