import type { ScannerAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { equalBytes } from "../platform/crypto";
import type { Transaction } from "../platform/db";
import { LOCK_LEAKED_KEYS } from "./keys.sql";
import { hashSecret, parseSecret } from "./secret";

/** Revokes keys that were found in public. Returns the tokens that are keys of ours, also those revoked before, and the acts. */
export async function revokeLeakedKeys(
  tx: Transaction,
  leaks: readonly { token: string; url: string | null }[],
): Promise<{ known: Set<string>; acts: ScannerAct[] }> {
  const keys = leaks
    .filter(({ token }) => parseSecret(token)?.isMistyped === false)
    .map((leak) => ({ ...leak, ...hashSecret(leak.token) }));
  const known = new Set<string>();
  const acts: ScannerAct[] = [];
  if (keys.length === 0) return { known, acts };
  for (const row of await tx.query(LOCK_LEAKED_KEYS, [keys.map(({ hashIndex }) => hashIndex)])) {
    const leak = keys.find(({ hash }) => equalBytes(hash, row.hash));
    if (!leak) continue;
    known.add(leak.token);
    const { count } = await tx.prisma.apiKey.updateMany({
      where: { id: row.id, revokedAt: null },
      data: { revokedAt: now(), revokedReason: "leaked", leakUrl: leak.url },
    });
    if (count === 0) continue;
    acts.push({
      name: "api_key.revoke",
      resourceId: row.id,
      billingEntityId: row.billingEntityId,
      foundAt: leak.url,
    });
  }
  return { known, acts };
}
