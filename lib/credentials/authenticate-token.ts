import { type BillingContext, type Caller, type CredentialIdentity, IGNORE_REFUSED } from "../access/caller";
import { type Audience, findAudience, isAccessToken } from "../oauth/token";
import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { equalBytes, sha256 } from "../platform/crypto";
import { sql } from "../platform/db";
import { type Plan, USE_STALE_MS } from "../platform/limits";
import { shared } from "../platform/shared";

interface TokenRow {
  id: string | null;
  hash: Buffer;
  scopes: string[];
  expires_at: Date;
  revoked_at: Date | null;
  grant_id: string;
  grant_revoked_at: Date | null;
  last_used_at: Date | null;
  audience: string;
  user_id: string;
  app_id: string;
  app_is_active: boolean;
  allowed_scopes: string[];
  actor_type: "USER" | "AGENT";
  billing_entity_id: string;
  plan: Plan;
  seats: number;
  organization_id: string | null;
}

/** The token with its grant, app, entity and plan in one query. No cache here either: a revoked grant ends at once. */
const FIND_TOKENS = `
  SELECT t.id, t.hash, t.scopes, t.expires_at, t.revoked_at, g.id AS grant_id, g.revoked_at AS grant_revoked_at, g.last_used_at,
         g.audience, g.user_id, a.id AS app_id, a.is_active AS app_is_active, a.allowed_scopes, a.actor_type::text AS actor_type,
         g.billing_entity_id, b.plan::text AS plan, b.seats, o.id AS organization_id
  FROM oauth_access_tokens t
  JOIN oauth_grants g ON g.id = t.grant_id
  JOIN oauth_apps a ON a.id = g.app_id
  JOIN billing_entities b ON b.id = g.billing_entity_id
  LEFT JOIN organizations o ON o.billing_entity_id = b.id
  WHERE t.hash = ANY($1)`;

const findTokens = () =>
  shared("find-access-tokens", () =>
    createBatch<Buffer, TokenRow | null>(async (hashes) => {
      const rows = await sql<TokenRow>("find_access_tokens", FIND_TOKENS, [hashes]);
      return hashes.map((hash) => rows.find((row) => equalBytes(row.hash, hash)) ?? null);
    }),
  );

/** null: no token that is good here. Why is nobody's business who holds it wrongly. */
export async function authenticateToken(
  plaintext: string,
  audience: Audience,
  noteRefused = IGNORE_REFUSED,
): Promise<Caller | null> {
  const token = await findToken(plaintext, noteRefused);
  if (!token || token.audience === audience) return token?.caller ?? null;
  noteRefused(token.caller);
  return null;
}

/** A token that is good somewhere, and the one resource that it is good for (§5). */
export async function findToken(
  plaintext: string,
  noteRefused = IGNORE_REFUSED,
): Promise<{ caller: Caller; audience: Audience | null } | null> {
  if (!isAccessToken(plaintext)) return null;
  const row = await findTokens()(sha256(plaintext));
  if (!row) return null;
  const identity = identifyToken(row);
  if (row.revoked_at || row.grant_revoked_at || row.expires_at <= now() || !row.app_is_active) {
    noteRefused(identity);
    return null;
  }
  return { caller: readCaller(row, identity), audience: findAudience(row.audience) };
}

function identifyToken(row: TokenRow): CredentialIdentity {
  const isAgent = row.actor_type === "AGENT";
  return {
    actor: isAgent
      ? { type: "agent", id: row.app_id, userId: row.user_id }
      : { type: "user", id: row.user_id, userId: row.user_id },
    authMethod: "oauth_bearer",
    billing: billingOf(row),
    apiKeyId: null,
    appId: row.app_id,
    grantId: row.grant_id,
    tokenId: row.id,
  };
}

function readCaller(row: TokenRow, identity: CredentialIdentity): Caller {
  return {
    ...identity,
    // Scopes that an administrator takes from the app are taken from its tokens, issued ones included.
    scopes: new Set(row.scopes.filter((scope) => row.allowed_scopes.includes(scope))),
    isUseStale: row.last_used_at === null || now().getTime() - row.last_used_at.getTime() > USE_STALE_MS,
  };
}

function billingOf(row: TokenRow): BillingContext {
  const quota = { entityId: row.billing_entity_id, plan: row.plan, seats: row.seats };
  return row.organization_id === null
    ? { ...quota, kind: "individual", userId: row.user_id }
    : { ...quota, kind: "organization", organizationId: row.organization_id };
}
