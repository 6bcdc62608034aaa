import { hashSecret, parseEnvironment } from "../access/credentials/key-secret";
import { recordAction, type ScannerAction } from "../audit/record-action";
import { prisma } from "../db/prisma";
import { type Transaction, transaction } from "../db/transaction";
import { checkTypedName } from "../platform/check-typed-name";
import { now } from "../platform/clock";
import { equalBytes } from "../platform/crypto";
import { describeAction } from "./issue";
import { LOCK_LEAKED_KEYS, REVOKE_LEAKED_KEYS } from "./keys.sql";
import { type KeyAccess, LISTED_KEYS_MAX } from "./queries";

export async function revokeKey(access: KeyAccess, typedName: string): Promise<void> {
  const { userId, key } = access;
  checkTypedName(typedName, key.name);
  await transaction(async (tx) => {
    const { count } = await tx.prisma.apiKey.updateMany({
      where: { id: key.id, revokedAt: null },
      data: { revokedAt: now(), revokedById: userId },
    });
    if (count > 0) recordAction(tx, { name: "api_key.revoke", ...describeAction(access, key.id) });
  });
}

export async function revokePersonalKeys(tx: Transaction, userId: string): Promise<void> {
  const revoked = await tx.prisma.apiKey.updateManyAndReturn({
    where: { userId, revokedAt: null },
    data: { revokedAt: now(), revokedById: userId },
    select: { id: true, billingEntityId: true },
  });
  const action = { name: "api_key.revoke", userId } as const;
  recordAction(
    tx,
    ...revoked.map(({ id, billingEntityId }) => ({ ...action, resourceId: id, scope: { billingEntityId } })),
  );
}

interface Creator {
  organizationId: string;
  userId: string;
}

/** The creator of a key has seen its plaintext. */
const liveKeysOf = ({ organizationId, userId }: Creator, at: Date) => ({
  organizationId,
  createdById: userId,
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: at } }],
});

export function listKeysCreatedBy(creator: Creator): Promise<{ id: string; name: string }[]> {
  return prisma().apiKey.findMany({
    where: liveKeysOf(creator, now()),
    select: { id: true, name: true },
    orderBy: { id: "desc" },
    take: LISTED_KEYS_MAX,
  });
}

export async function revokeKeysCreatedBy(
  tx: Transaction,
  creator: Creator,
  { userId, billingEntityId }: { userId: string; billingEntityId: string },
): Promise<void> {
  const at = now();
  const revoked = await tx.prisma.apiKey.updateManyAndReturn({
    where: liveKeysOf(creator, at),
    data: { revokedAt: at, revokedById: userId },
    select: { id: true },
  });
  const name = "api_key.revoke" as const;
  // The audit log has called this detail `madeBy` from the beginning.
  const details = { madeBy: creator.userId };
  recordAction(tx, ...revoked.map(({ id }) => ({ name, userId, resourceId: id, scope: { billingEntityId }, details })));
}

export async function revokeLeakedKeys(
  tx: Transaction,
  leaks: readonly { token: string; url: string | null }[],
): Promise<{ known: Set<string>; acts: ScannerAction[] }> {
  const keys = leaks
    .filter(({ token }) => parseEnvironment(token) !== null)
    .map((leak) => ({ ...leak, ...hashSecret(leak.token) }));
  if (keys.length === 0) return { known: new Set(), acts: [] };
  const rows = await tx.query(LOCK_LEAKED_KEYS, { hashIndexes: keys.map(({ hashIndex }) => hashIndex) });
  const found = rows.flatMap((row) => {
    const leak = keys.find(({ hash }) => equalBytes(hash, row.hash));
    return leak ? [{ ...row, ...leak }] : [];
  });
  const revoked = await tx.query(REVOKE_LEAKED_KEYS, {
    ids: found.map(({ id }) => id),
    urls: found.map(({ url }) => url),
    now: now(),
  });
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
