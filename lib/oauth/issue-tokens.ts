import type { Scope } from "../access/scopes";
import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { sql } from "../platform/db";
import { newId } from "../platform/ids";
import { ACCESS_TOKEN_LIFETIME_MS } from "../platform/limits";
import { keepHeader } from "../platform/mask-secrets";
import { shared } from "../platform/shared";
import type { Cause } from "./grant";

/** What is given for a code or a refresh token, in plain text for the last time. */
export interface Exchange {
  presented: string;
  accessToken: string;
  refreshToken: string;
  /** Of the access token; the refresh token keeps those of the grant's family (RFC 6749 §6). */
  scopes: readonly Scope[];
  cause: Cause;
}

export interface Issued {
  accessExpiresAt: Date;
}

const ASKED = `
  asked AS (
    SELECT n, decode(presented, 'hex') AS presented, decode(access, 'hex') AS access, decode(refresh, 'hex') AS refresh,
           "tokenId", scopes, address, "userAgent"
    FROM json_to_recordset($1::json) AS q(
      n int, presented text, access text, refresh text, "tokenId" text, scopes text[], address text, "userAgent" text)
  )`;

/**
 * The compare-and-swap and all that follows from it, in one statement: whoever swaps gets the tokens, and nobody else
 * does. The family's end never moves, and no access token outlives it.
 */
const issue = (swap: string, event: "issued" | "refreshed") => `
  WITH ${ASKED}, swapped AS (
    ${swap}
  ), granted AS (
    SELECT s.*, LEAST($3::timestamptz, s.ends_at) AS access_ends_at FROM swapped s
  ), access_tokens AS (
    INSERT INTO oauth_access_tokens (hash, id, grant_id, scopes, expires_at, created_at)
    SELECT q.access, q."tokenId", s.grant_id, q.scopes, s.access_ends_at, $2 FROM granted s JOIN asked q USING (n)
  ), refresh_tokens AS (
    INSERT INTO oauth_refresh_tokens (hash, grant_id, scopes, expires_at, created_at)
    SELECT q.refresh, s.grant_id, s.family_scopes, s.ends_at, $2 FROM granted s JOIN asked q USING (n)
  ), events AS (
    INSERT INTO oauth_grant_events (grant_id, kind, address, user_agent, at)
    SELECT s.grant_id, '${event}', q.address, q."userAgent", $2 FROM granted s JOIN asked q USING (n)
  )
  SELECT n, access_ends_at AS "accessExpiresAt" FROM granted`;

/**
 * By the keys in $4, and with what belongs to the grant asked for row by row: a plan that was made while the tables were
 * small has no other way to go when they have grown.
 */
const LIVE_GRANT = "(SELECT g.revoked_at IS NULL AND g.expires_at > $2 FROM oauth_grants g WHERE g.id = t.grant_id)";

const EXCHANGE_CODES = issue(
  `UPDATE oauth_codes t SET used_at = $2 FROM asked q
    WHERE t.hash = ANY($4) AND t.hash = q.presented AND t.used_at IS NULL AND t.expires_at > $2 AND ${LIVE_GRANT}
    RETURNING q.n, t.grant_id, (SELECT g.scopes FROM oauth_grants g WHERE g.id = t.grant_id) AS family_scopes,
              (SELECT g.expires_at FROM oauth_grants g WHERE g.id = t.grant_id) AS ends_at`,
  "issued",
);

const ROTATE_REFRESH_TOKENS = issue(
  `UPDATE oauth_refresh_tokens t SET used_at = $2 FROM asked q
    WHERE t.hash = ANY($4) AND t.hash = q.presented AND t.used_at IS NULL AND t.revoked_at IS NULL
      AND t.expires_at > $2 AND ${LIVE_GRANT}
    RETURNING q.n, t.grant_id, t.scopes AS family_scopes, t.expires_at AS ends_at`,
  "refreshed",
);

async function swap(name: string, text: string, exchanges: readonly Exchange[]): Promise<(Issued | null)[]> {
  const hex = (secret: string) => sha256(secret).toString("hex");
  const first = new Set<string>();
  const rows = exchanges.flatMap(({ presented, accessToken, refreshToken, scopes, cause }, n) => {
    // Twice in one statement is twice: the second one comes too late.
    if (first.has(presented)) return [];
    first.add(presented);
    const { address, userAgent } = cause;
    const tokens = { presented: hex(presented), access: hex(accessToken), refresh: hex(refreshToken) };
    return [{ n, ...tokens, tokenId: newId("tok"), scopes, address, userAgent: keepHeader(userAgent) }];
  });
  const keys = [...first].map(sha256);
  const at = now();
  const accessEndsAt = new Date(at.getTime() + ACCESS_TOKEN_LIFETIME_MS);
  const issued = await sql<Issued & { n: number }>(name, text, [JSON.stringify(rows), at, accessEndsAt, keys]);
  const byNumber = new Map(issued.map((row) => [row.n, row]));
  return exchanges.map((_, n) => byNumber.get(n) ?? null);
}

/** null: somebody was faster, or the grant has ended meanwhile. */
export async function exchangeCode(exchange: Exchange): Promise<Issued | null> {
  const [issued] = await swap("exchange_oauth_code", EXCHANGE_CODES, [exchange]);
  return issued ?? null;
}

const rotations = () =>
  shared("rotate-refresh-tokens", () =>
    createBatch<Exchange, Issued | null>((exchanges) =>
      swap("rotate_refresh_tokens", ROTATE_REFRESH_TOKENS, exchanges),
    ),
  );

/** null: somebody was faster, or the grant has ended meanwhile. */
export function rotateRefreshToken(exchange: Exchange): Promise<Issued | null> {
  return rotations()(exchange);
}

/** An attempt that failed has used the code up: there is no second guess at its verifier. */
export async function spendCode(code: string): Promise<void> {
  await sql("spend_oauth_code", "UPDATE oauth_codes SET used_at = $2 WHERE hash = $1 AND used_at IS NULL", [
    sha256(code),
    now(),
  ]);
}
