import type { ScannerAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import type { Transaction } from "../platform/db";
import { revokeGrant } from "./revoke-grant";
import { isAccessToken, isRefreshToken } from "./token";

interface TokenRow {
  hash: string;
  grantId: string;
  billingEntityId: string;
}

/** Used refresh tokens too: they are kept until their family's end. */
const FIND_LEAKED_TOKENS = `
  SELECT encode(t.hash, 'hex') AS hash, g.id AS "grantId", g.billing_entity_id AS "billingEntityId"
  FROM oauth_access_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.hash = ANY($1)
  UNION ALL
  SELECT encode(t.hash, 'hex'), g.id, g.billing_entity_id
  FROM oauth_refresh_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.hash = ANY($1)`;

/**
 * A leaked token ends the whole grant: where one token of an app is found, the others may be found as well. Returns the
 * tokens that are ours, whatever their state was, and the acts.
 */
export async function revokeLeakedTokens(
  tx: Transaction,
  leaks: readonly { token: string; url: string | null }[],
): Promise<{ known: Set<string>; acts: ScannerAct[] }> {
  const tokens = new Map(
    leaks
      .filter(({ token }) => isAccessToken(token) || isRefreshToken(token))
      .map((leak) => [sha256(leak.token).toString("hex"), leak]),
  );
  if (tokens.size === 0) return { known: new Set(), acts: [] };
  const hashes = [...tokens.keys()].map((hash) => Buffer.from(hash, "hex"));
  const rows = await tx.sql<TokenRow>("find_leaked_tokens", FIND_LEAKED_TOKENS, [hashes]);
  const acts: ScannerAct[] = [];
  // In the order of their ids, so that two reports at once never wait for each other in a circle.
  for (const [grantId, row] of [...new Map(rows.map((row) => [row.grantId, row]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const foundAt = tokens.get(row.hash)?.url ?? null;
    if (!(await revokeGrant(tx, grantId, "leaked", { address: null, userAgent: null }, now()))) continue;
    await tx.sql("note_leak_of_grant", "UPDATE oauth_grants SET leak_url = $2 WHERE id = $1", [grantId, foundAt]);
    acts.push({ name: "oauth_grant.revoke", resourceId: grantId, billingEntityId: row.billingEntityId, foundAt });
  }
  return { known: new Set(rows.flatMap(({ hash }) => tokens.get(hash)?.token ?? [])), acts };
}
