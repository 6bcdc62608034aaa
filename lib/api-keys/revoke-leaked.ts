import { hashSecret, parseEnvironment } from "../access/credentials/key-secret";
import type { ScannerAction } from "../audit/record-action";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { equalBytes } from "../platform/crypto";
import { LOCK_LEAKED_KEYS, REVOKE_LEAKED_KEYS } from "./keys.sql";

export async function revokeLeakedKeys(
  tx: Transaction,
  leaks: readonly { token: string; url: string | null }[],
): Promise<{ known: Set<string>; acts: ScannerAction[] }> {
  const keys = leaks
    .filter(({ token }) => parseEnvironment(token) !== null)
    .map((leak) => ({ ...leak, ...hashSecret(leak.token) }));
  if (keys.length === 0) return { known: new Set(), acts: [] };
  const rows = await tx.query(LOCK_LEAKED_KEYS, [keys.map(({ hashIndex }) => hashIndex)]);
  const found = rows.flatMap((row) => {
    const leak = keys.find(({ hash }) => equalBytes(hash, row.hash));
    return leak ? [{ ...row, ...leak }] : [];
  });
  const revoked = await tx.query(REVOKE_LEAKED_KEYS, [found.map(({ id }) => id), found.map(({ url }) => url), now()]);
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
