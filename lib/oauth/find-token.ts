import { createBatch } from "../platform/batch";
import { sha256 } from "../platform/crypto";
import { sql } from "../platform/db";
import { shared } from "../platform/shared";
import { isRefreshToken } from "./token";

/** A grant as far as its tokens depend on it. */
interface GrantState {
  grantId: string;
  appId: string;
  userId: string;
  audience: string;
  isRevoked: boolean;
  /** The person has left the organization that the grant is for, or it has ended. */
  isContextLost: boolean;
}

export interface FoundCode extends GrantState {
  scopes: string[];
  redirectUri: string;
  codeChallenge: string;
  expiresAt: Date;
  isUsed: boolean;
}

export interface FoundRefreshToken extends GrantState {
  scopes: string[];
  expiresAt: Date;
  isUsed: boolean;
}

const GRANT_STATE = `
  g.id AS "grantId", g.app_id AS "appId", g.user_id AS "userId", g.audience, g.revoked_at IS NOT NULL AS "isRevoked",
  EXISTS (SELECT 1 FROM organizations o WHERE o.billing_entity_id = g.billing_entity_id AND NOT (o.is_active AND EXISTS (
    SELECT 1 FROM organization_memberships m WHERE m.organization_id = o.id AND m.user_id = g.user_id))) AS "isContextLost"`;

export async function findCode(code: string): Promise<FoundCode | null> {
  const [found] = await sql<FoundCode>(
    "find_oauth_code",
    `SELECT ${GRANT_STATE}, g.scopes, c.redirect_uri AS "redirectUri", c.code_challenge AS "codeChallenge",
            c.expires_at AS "expiresAt", c.used_at IS NOT NULL AS "isUsed"
     FROM oauth_codes c JOIN oauth_grants g ON g.id = c.grant_id WHERE c.hash = $1`,
    [sha256(code)],
  );
  return found ?? null;
}

const FIND_REFRESH_TOKENS = `
  SELECT encode(r.hash, 'hex') AS hash, ${GRANT_STATE}, r.scopes, r.expires_at AS "expiresAt",
         (r.used_at IS NOT NULL OR r.revoked_at IS NOT NULL) AS "isUsed"
  FROM oauth_refresh_tokens r JOIN oauth_grants g ON g.id = r.grant_id WHERE r.hash = ANY($1)`;

const findRefreshTokens = () =>
  shared("find-refresh-tokens", () =>
    createBatch<Buffer, FoundRefreshToken | null>(async (hashes) => {
      const rows = await sql<FoundRefreshToken & { hash: string }>("find_refresh_tokens", FIND_REFRESH_TOKENS, [
        hashes,
      ]);
      const found = new Map(rows.map((row) => [row.hash, row]));
      return hashes.map((hash) => found.get(hash.toString("hex")) ?? null);
    }),
  );

/** What has not the form of one is looked for nowhere. */
export async function findRefreshToken(token: string): Promise<FoundRefreshToken | null> {
  return isRefreshToken(token) ? findRefreshTokens()(sha256(token)) : null;
}
