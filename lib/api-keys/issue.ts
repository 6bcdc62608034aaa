import { createSecret, keyEnvironment } from "../access/credentials/key-secret";
import type { Owner, OwnerAccess } from "../access/open-owner";
import { recordAction } from "../audit/record-action";
import { type Transaction, transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { isProductionService } from "../platform/env";
import { newId } from "../platform/ids";
import { checkIssue, type IssueKey, type KeyFacts } from "./api-key";

export interface IssuedKey {
  id: string;
  name: string;
  scopes: string[];
  ownerKind: Owner["kind"];
  ownerId: string;
  /** The plaintext is shown once and stored nowhere. */
  plaintext: string;
}

export async function issueKey(access: OwnerAccess, input: IssueKey): Promise<IssuedKey> {
  const facts = checkIssue(input, now());
  return transaction(async (tx) => {
    const issued = await insertKey(tx, access, { ...facts, monthlyUnitsMax: null }, null);
    const { scopes, expiresAt, allowedNetworks } = facts;
    const details = {
      scopes,
      ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
      ...(allowedNetworks.length > 0 ? { allowedNetworks } : {}),
    };
    recordAction(tx, { name: "api_key.create", ...describeAction(access, issued.id), details });
    return issued;
  });
}

type Holder = Pick<OwnerAccess, "owner" | "userId">;

export function describeAction({ owner, userId }: Holder, resourceId: string) {
  return { userId, resourceId, scope: { billingEntityId: owner.billingEntityId } };
}

export async function insertKey(
  tx: Transaction,
  { owner, userId }: Holder,
  {
    name,
    scopes,
    expiresAt,
    monthlyUnitsMax,
    allowedNetworks,
  }: Omit<KeyFacts, "scopes"> & { scopes: string[]; monthlyUnitsMax: number | null },
  rotatedFromId: string | null,
): Promise<IssuedKey> {
  const id = newId("key");
  const { plaintext, hash, ...secret } = createSecret(keyEnvironment(isProductionService()));
  await tx.prisma.apiKey.create({
    data: {
      id,
      name,
      ...secret,
      hash: new Uint8Array(hash),
      scopes,
      organizationId: owner.kind === "organization" ? owner.id : null,
      userId: owner.kind === "user" ? owner.id : null,
      billingEntityId: owner.billingEntityId,
      createdById: userId,
      rotatedFromId,
      expiresAt,
      monthlyUnitsMax,
      allowedNetworks,
      createdAt: now(),
    },
  });
  return { id, name, scopes, ownerKind: owner.kind, ownerId: owner.id, plaintext };
}
