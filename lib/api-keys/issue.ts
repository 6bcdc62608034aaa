import type { Owner, OwnerAccess } from "../access/open-owner";
import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { isProductionService } from "../platform/env";
import { newId } from "../platform/ids";
import { checkIssue, type IssueKey } from "./api-key";
import { createSecret, keyEnvironment } from "./secret";

export interface IssuedKey {
  id: string;
  name: string;
  scopes: string[];
  ownerKind: Owner["kind"];
  /** Shown once, and kept nowhere. */
  plaintext: string;
}

export async function issueKey(access: OwnerAccess, input: IssueKey): Promise<IssuedKey> {
  const facts = checkIssue(input, now());
  return transaction(async (tx) => {
    const issued = await insertKey(tx, access, facts, null);
    const details = { scopes: facts.scopes, ...(facts.expiresAt ? { expiresAt: facts.expiresAt.toISOString() } : {}) };
    recordAct(tx, { name: "api_key.create", ...describeAct(access, issued.id), details });
    return issued;
  });
}

export function describeAct({ owner, userId }: Pick<OwnerAccess, "owner" | "userId">, resourceId: string) {
  return { userId, resourceId, scope: { billingEntityId: owner.billingEntityId } };
}

const INSERT_KEY = `
  INSERT INTO api_keys (id, name, environment, last4, hash_index, hash, scopes, organization_id, user_id,
                        billing_entity_id, created_by_id, rotated_from_id, expires_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

export async function insertKey(
  tx: Transaction,
  { owner, userId }: Pick<OwnerAccess, "owner" | "userId">,
  { name, scopes, expiresAt }: Omit<IssueKey, "scopes"> & { scopes: string[] },
  rotatedFromId: string | null,
): Promise<IssuedKey> {
  const id = newId("key");
  const secret = createSecret(keyEnvironment(isProductionService()));
  await tx.sql("insert_api_key", INSERT_KEY, [
    id,
    name,
    secret.environment,
    secret.last4,
    secret.hashIndex,
    secret.hash,
    scopes,
    owner.kind === "organization" ? owner.id : null,
    owner.kind === "user" ? owner.id : null,
    owner.billingEntityId,
    userId,
    rotatedFromId,
    expiresAt,
    now(),
  ]);
  return { id, name, scopes, ownerKind: owner.kind, plaintext: secret.plaintext };
}
