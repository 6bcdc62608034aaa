import { isAccessToken, isRefreshToken } from "../../access/credentials/token";
import type { ScannerAction } from "../../audit/record-action";
import type { Transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import { revokeGrant } from "../grants/revoke-grant";

/** A leaked token ends its whole grant, because the app's other tokens may be in the same place. */
export async function revokeLeakedTokens(
  tx: Transaction,
  leaks: readonly { token: string; url: string | null }[],
): Promise<{ known: Set<string>; acts: ScannerAction[] }> {
  const tokens = new Map(
    leaks
      .filter(({ token }) => isAccessToken(token) || isRefreshToken(token))
      .map((leak) => [sha256(leak.token).toString("hex"), leak]),
  );
  const rows = await findTokens(tx, [...tokens.keys()]);
  const acts: ScannerAction[] = [];
  // The order of ids keeps two concurrent reports from a deadlock.
  const grants = [...new Map(rows.map((row) => [row.grantId, row]))].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [grantId, { hash, billingEntityId }] of grants) {
    const foundAt = tokens.get(hash)?.url ?? null;
    if (!(await revokeGrant(tx, grantId, "leaked", { address: null, userAgent: null }, now()))) continue;
    await tx.prisma.oAuthGrant.update({ where: { id: grantId }, data: { leakUrl: foundAt } });
    acts.push({ name: "oauth_grant.revoke", resourceId: grantId, billingEntityId, foundAt });
  }
  return { known: new Set(rows.flatMap(({ hash }) => tokens.get(hash)?.token ?? [])), acts };
}

async function findTokens({ prisma }: Transaction, hashes: readonly string[]) {
  if (hashes.length === 0) return [];
  const args = {
    where: { hash: { in: hashes.map((hash) => Buffer.from(hash, "hex")) } },
    select: { hash: true, grant: { select: { id: true, billingEntityId: true } } },
  } as const;
  const found = [...(await prisma.oAuthAccessToken.findMany(args)), ...(await prisma.oAuthRefreshToken.findMany(args))];
  return found.map(({ hash, grant: { id: grantId, billingEntityId } }) => ({
    hash: Buffer.from(hash).toString("hex"),
    grantId,
    billingEntityId,
  }));
}
