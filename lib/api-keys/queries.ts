import { type Owner, type OwnerAccess, openOwners } from "../access/open-owner";
import { readNames } from "../access/read-names";
import { prisma } from "../db/prisma";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { type KeySummary, presentKey } from "./key-summary";

declare const proof: unique symbol;

export interface KeyAccess {
  readonly [proof]: "key";
  readonly userId: string;
  readonly owner: Readonly<Owner>;
  readonly key: KeySummary;
}

export const LISTED_KEYS_MAX = 500;

export function listKeys(accesses: readonly OwnerAccess[]): Promise<KeySummary[]> {
  const ids = (kind: Owner["kind"]) => accesses.filter(({ owner }) => owner.kind === kind).map(({ owner }) => owner.id);
  return findKeys({ OR: [{ userId: { in: ids("user") } }, { organizationId: { in: ids("organization") } }] });
}

/** Foreign and unknown keys look the same. */
export async function openKey(userId: string, keyId: string): Promise<KeyAccess> {
  if (!isId("key", keyId)) throw notFound();
  const [accesses, [key]] = await Promise.all([openOwners(userId), findKeys({ id: keyId })]);
  const owner = accesses.find((access) => access.owner.id === key?.owner.id)?.owner;
  if (!key || !owner) throw notFound();
  return { userId, owner, key } as KeyAccess;
}

type KeyFilter = { id: string } | { OR: ({ userId: { in: string[] } } | { organizationId: { in: string[] } })[] };

async function findKeys(where: KeyFilter): Promise<KeySummary[]> {
  const keys = await prisma().apiKey.findMany({
    where,
    omit: { hash: true, hashIndex: true },
    include: { billingEntity: { select: { organization: { select: { name: true } } } } },
    orderBy: { id: "desc" },
    take: LISTED_KEYS_MAX,
  });
  const predecessors = keys.flatMap(({ rotatedFromId }) => rotatedFromId ?? []);
  const [nameOf, related] = await Promise.all([
    readNames(keys.flatMap(({ createdById, revokedById }) => [createdById, revokedById])),
    prisma().apiKey.findMany({
      where: { OR: [{ id: { in: predecessors } }, { rotatedFromId: { in: keys.map(({ id }) => id) } }] },
      select: { id: true, name: true, createdAt: true, rotatedFromId: true },
    }),
  ]);
  const at = now();
  return keys.map(({ billingEntity, createdById, revokedById, revokedReason, ...key }) => {
    const successor = related.find(({ rotatedFromId }) => rotatedFromId === key.id);
    return presentKey(
      {
        ...key,
        organizationName: billingEntity.organization?.name ?? null,
        createdByName: nameOf(createdById),
        revokedByName: nameOf(revokedById),
        rotatedFromName: related.find(({ id }) => id === key.rotatedFromId)?.name ?? null,
        replacedById: successor?.id ?? null,
        replacedByName: successor?.name ?? null,
        replacedAt: successor?.createdAt ?? null,
        isLeaked: revokedReason === "leaked",
      },
      at,
    );
  });
}
