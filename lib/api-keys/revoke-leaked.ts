import type { ScannerAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { equalBytes } from "../platform/crypto";
import type { Transaction } from "../platform/db";
import { hashSecret, parseSecret } from "./secret";

interface KeyRow {
  id: string;
  hash: Buffer;
  billingEntityId: string;
}

/** Locked in the order of their ids, so that two reports at once never wait for each other in a circle. */
const LOCK_KEYS = `
  SELECT id, hash, billing_entity_id AS "billingEntityId" FROM api_keys WHERE hash_index = ANY($1)
  ORDER BY id FOR NO KEY UPDATE`;

const REVOKE_LEAKED = `
  UPDATE api_keys k SET revoked_at = $3, revoked_reason = 'leaked', leak_url = l.url
  FROM unnest($1::text[], $2::text[]) AS l(id, url)
  WHERE k.id = l.id AND k.id = ANY($1) AND k.revoked_at IS NULL
  RETURNING k.id`;

/** Revokes keys that were found in public. Returns the tokens that are keys of ours, revoked before or now, and the acts. */
export async function revokeLeakedKeys(
  tx: Transaction,
  leaks: readonly { token: string; url: string | null }[],
): Promise<{ known: Set<string>; acts: ScannerAct[] }> {
  const keys = leaks
    .filter(({ token }) => parseSecret(token)?.isMistyped === false)
    .map((leak) => ({ ...leak, ...hashSecret(leak.token) }));
  if (keys.length === 0) return { known: new Set(), acts: [] };
  const rows = await tx.sql<KeyRow>("lock_leaked_keys", LOCK_KEYS, [keys.map(({ hashIndex }) => hashIndex)]);
  const found = rows.flatMap((row) => {
    const leak = keys.find(({ hash }) => equalBytes(hash, row.hash));
    return leak ? [{ ...row, ...leak }] : [];
  });
  const revoked = await tx.sql<{ id: string }>("revoke_leaked_keys", REVOKE_LEAKED, [
    found.map(({ id }) => id),
    found.map(({ url }) => url),
    now(),
  ]);
  const ids = new Set(revoked.map(({ id }) => id));
  const acts = found
    .filter(({ id }) => ids.has(id))
    .map(({ id, billingEntityId, url }) => ({
      name: "api_key.revoke" as const,
      resourceId: id,
      billingEntityId,
      foundAt: url,
    }));
  return { known: new Set(found.map(({ token }) => token)), acts };
}
