// SQL: the bench of the token endpoint measures these.

import { SUSPENSION } from "../../access/suspension";
import { eraseStatement } from "../../db/erase";
import { boolean, bytesArray, instant, integer, json, present, statement, text, textArray } from "../../db/statement";

const GRANT_STATE = `
  g.id AS "grantId", g.app_id AS "appId", g.user_id AS "userId", g.audience, g.revoked_at IS NOT NULL AS "isRevoked",
  EXISTS (SELECT FROM organizations o WHERE o.billing_entity_id = g.billing_entity_id AND NOT (o.is_active AND EXISTS (
    SELECT FROM organization_memberships m WHERE m.organization_id = o.id AND m.user_id = g.user_id))) AS "isContextLost",
  (SELECT b.suspension FROM billing_entities b WHERE b.id = g.billing_entity_id) AS suspension`;

const GRANT_STATE_ROW = {
  grantId: text,
  appId: text,
  userId: text,
  audience: text,
  isRevoked: boolean,
  isContextLost: boolean,
  suspension: SUSPENSION,
  scopes: present(textArray),
  expiresAt: instant,
  isUsed: boolean,
};

export const FIND_CODES = statement({
  name: "find_oauth_codes",
  params: { hashes: bytesArray },
  row: { ...GRANT_STATE_ROW, hash: text, redirectUri: text, codeChallenge: text },
  text: (p) => `
    SELECT ${GRANT_STATE}, g.scopes, c.expires_at AS "expiresAt", c.used_at IS NOT NULL AS "isUsed",
           encode(c.hash, 'hex') AS hash, c.redirect_uri AS "redirectUri", c.code_challenge AS "codeChallenge"
    FROM oauth_codes c JOIN oauth_grants g ON g.id = c.grant_id WHERE c.hash = ANY(${p.hashes})`,
});

export const FIND_REFRESH_TOKENS = statement({
  name: "find_refresh_tokens",
  params: { hashes: bytesArray },
  row: { ...GRANT_STATE_ROW, hash: text },
  text: (p) => `
    SELECT ${GRANT_STATE}, r.scopes, r.expires_at AS "expiresAt",
           (r.used_at IS NOT NULL OR r.revoked_at IS NOT NULL) AS "isUsed", encode(r.hash, 'hex') AS hash
    FROM oauth_refresh_tokens r JOIN oauth_grants g ON g.id = r.grant_id WHERE r.hash = ANY(${p.hashes})`,
});

export const FIND_APPS_OF_ACCESS_TOKENS = statement({
  name: "find_apps_of_access_tokens",
  params: { hashes: bytesArray },
  row: { hash: text, appId: text },
  text: (p) => `
    SELECT encode(t.hash, 'hex') AS hash, g.app_id AS "appId"
    FROM oauth_access_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.hash = ANY(${p.hashes})`,
});

/** The grant is read row by row, so that a plan made while the tables were small still serves when they have grown. */
const isLiveGrant = (p: { at: string }) =>
  `(SELECT g.revoked_at IS NULL AND g.expires_at > ${p.at} FROM oauth_grants g WHERE g.id = t.grant_id)`;

/**
 * One statement swaps and issues, so only the request that swaps gets tokens. The family's end never moves, and no
 * access token outlives it.
 */
const issueStatement = (
  name: string,
  event: "issued" | "refreshed",
  swap: (p: { at: string; hashes: string }) => string,
) =>
  statement({
    name,
    params: { tokens: json<string>("json"), at: instant, accessEndsAt: instant, hashes: bytesArray },
    row: { n: integer, accessExpiresAt: instant },
    text: (p) => `
      WITH asked AS (
        SELECT n, decode(presented, 'hex') AS presented, decode(access, 'hex') AS access,
               decode(refresh, 'hex') AS refresh, "tokenId", scopes, address, "userAgent"
        FROM json_to_recordset(${p.tokens}::json) AS q(n int, presented text, access text, refresh text, "tokenId" text,
                                              scopes text[], address text, "userAgent" text)
      ), swapped AS (
        ${swap(p)}
      ), granted AS (
        SELECT s.*, LEAST(${p.accessEndsAt}::timestamptz, s.ends_at) AS access_ends_at FROM swapped s
      ), access_tokens AS (
        INSERT INTO oauth_access_tokens (hash, id, grant_id, scopes, expires_at, created_at)
        SELECT q.access, q."tokenId", s.grant_id, q.scopes, s.access_ends_at, ${p.at} FROM granted s JOIN asked q USING (n)
      ), refresh_tokens AS (
        INSERT INTO oauth_refresh_tokens (hash, grant_id, scopes, expires_at, created_at)
        SELECT q.refresh, s.grant_id, s.family_scopes, s.ends_at, ${p.at} FROM granted s JOIN asked q USING (n)
      ), events AS (
        INSERT INTO oauth_grant_events (grant_id, kind, address, user_agent, at)
        SELECT s.grant_id, '${event}', q.address, q."userAgent", ${p.at} FROM granted s JOIN asked q USING (n)
      )
      SELECT n, access_ends_at AS "accessExpiresAt" FROM granted`,
  });

export const EXCHANGE_CODES = issueStatement(
  "exchange_oauth_code",
  "issued",
  (p) => `UPDATE oauth_codes t SET used_at = ${p.at} FROM asked q
   WHERE t.hash = ANY(${p.hashes}) AND t.hash = q.presented AND t.used_at IS NULL AND t.expires_at > ${p.at} AND ${isLiveGrant(p)}
   RETURNING q.n, t.grant_id, (SELECT g.scopes FROM oauth_grants g WHERE g.id = t.grant_id) AS family_scopes,
             (SELECT g.expires_at FROM oauth_grants g WHERE g.id = t.grant_id) AS ends_at`,
);

export const ROTATE_REFRESH_TOKENS = issueStatement(
  "rotate_refresh_tokens",
  "refreshed",
  (p) => `UPDATE oauth_refresh_tokens t SET used_at = ${p.at} FROM asked q
   WHERE t.hash = ANY(${p.hashes}) AND t.hash = q.presented AND t.used_at IS NULL AND t.revoked_at IS NULL
     AND t.expires_at > ${p.at} AND ${isLiveGrant(p)}
   RETURNING q.n, t.grant_id, t.scopes AS family_scopes, t.expires_at AS ends_at`,
);

/** Legal holds keep no tokens: a grant says what they could do, and its timeline what they did. */
const eraseExpired = (table: string, key: string, entity: string | null = null) =>
  eraseStatement(`erase_${table}`, { table, key, age: "expires_at", entity });

export const ERASE_EXPIRED = {
  consentDecisions: eraseExpired("consent_decisions", "request_hash"),
  clientAssertions: eraseExpired("oauth_client_assertions", "hash"),
  codes: eraseExpired("oauth_codes", "hash"),
  accessTokens: eraseExpired("oauth_access_tokens", "hash"),
  refreshTokens: eraseExpired("oauth_refresh_tokens", "hash"),
  grants: eraseExpired("oauth_grants", "id", "t.billing_entity_id"),
};
