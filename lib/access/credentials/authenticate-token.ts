import { sharedBatch } from "../../db/batch";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { equalBytes, sha256 } from "../../platform/crypto";
import { USE_STALE_MS } from "../../platform/limits";
import { type Caller, type CredentialIdentity, describeBilling, IGNORE_REFUSED, type Profile } from "../caller";
import { toAllowedSet } from "../scope-sets";
import { FIND_ACCESS_TOKENS } from "./credentials.sql";
import { type Audience, findAudience, isAccessToken } from "./token";

type TokenRow = RowOf<typeof FIND_ACCESS_TOKENS>;

const findTokens = sharedBatch<Buffer, TokenRow | null>("find-access-tokens", async (hashes) => {
  const rows = await query(FIND_ACCESS_TOKENS, { hashes });
  return hashes.map((hash) => rows.find((row) => equalBytes(row.hash, hash)) ?? null);
});

/** The holder of a wrong token does not learn why it is refused. */
export async function authenticateToken(
  plaintext: string,
  audience: Audience,
  onRefused = IGNORE_REFUSED,
): Promise<Caller | null> {
  const token = await findToken(plaintext, onRefused);
  if (!token || token.audience === audience) return token?.caller ?? null;
  onRefused(token.caller);
  return null;
}

export async function findToken(
  plaintext: string,
  onRefused = IGNORE_REFUSED,
): Promise<{ caller: Caller; audience: Audience | null } | null> {
  if (!isAccessToken(plaintext)) return null;
  const row = await findTokens(sha256(plaintext));
  if (!row) return null;
  const identity = identifyToken(row);
  if (row.revoked_at || row.grant_revoked_at || row.expires_at <= now() || !row.app_is_active) {
    onRefused(identity);
    return null;
  }
  // Scopes that an administrator takes from the app are taken from its issued tokens, too.
  const scopes = toAllowedSet(row.scopes, row.allowed_scopes);
  const isUseStale = row.last_used_at === null || now().getTime() - row.last_used_at.getTime() > USE_STALE_MS;
  return {
    caller: { scopes, isUseStale, keyBudget: null, isRecorded: false, profile: readProfile(row), ...identity },
    audience: findAudience(row.audience),
  };
}

function readProfile({ email, name, locale, person_created_at: createdAt }: TokenRow): Profile {
  return { email, name, locale, createdAt };
}

function identifyToken(row: TokenRow): CredentialIdentity {
  const isAgent = row.actor_type === "AGENT";
  return {
    actor: isAgent
      ? { type: "agent", id: row.app_id, userId: row.user_id }
      : { type: "user", id: row.user_id, userId: row.user_id },
    authMethod: "oauth_bearer",
    billing: describeBilling(row, row.organization_id, row.user_id),
    apiKeyId: null,
    appId: row.app_id,
    grantId: row.grant_id,
    tokenId: row.id,
  };
}
