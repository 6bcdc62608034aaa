import { type Owner, type OwnerAccess, openOwners } from "../access/open-owner";
import { recordAct } from "../audit/act-store";
import { now } from "../platform/clock";
import { sql, type Transaction, transaction } from "../platform/db";
import { isProductionService } from "../platform/env";
import { invalid, notFound } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { OVERLAPS } from "../platform/overlap";
import {
  checkIssue,
  type IssueKey,
  type RotateKey,
  type RotationRefusal,
  refuseRotation,
  renewExpiry,
} from "./api-key";
import { type KeyRow, type KeySummary, presentKey } from "./key-summary";
import { createSecret, keyEnvironment } from "./secret";

declare const proof: unique symbol;

/** That `userId` may hold this key. */
export interface KeyAccess {
  readonly [proof]: "key";
  readonly userId: string;
  readonly owner: Readonly<Owner>;
  readonly key: KeySummary;
}

const SELECT_KEYS = `
  SELECT k.id, k.name, k.environment, k.last4, k.scopes, k.user_id AS "userId", k.organization_id AS "organizationId",
         o.name AS "organizationName", c.name AS "createdByName", r.name AS "revokedByName",
         k.rotated_from_id AS "rotatedFromId", p.name AS "rotatedFromName",
         s.id AS "replacedById", s.name AS "replacedByName", s.created_at AS "replacedAt",
         k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
         k.revoked_reason = 'leaked' AS "isLeaked", k.leak_url AS "leakUrl", k.created_at AS "createdAt"
  FROM api_keys k
  LEFT JOIN organizations o ON o.id = k.organization_id
  LEFT JOIN users c ON c.id = k.created_by_id
  LEFT JOIN users r ON r.id = k.revoked_by_id
  LEFT JOIN api_keys p ON p.id = k.rotated_from_id
  LEFT JOIN api_keys s ON s.rotated_from_id = k.id`;

const LISTED_KEYS_MAX = 500;

/** Newest first. */
export async function listKeys(accesses: readonly OwnerAccess[]): Promise<KeySummary[]> {
  const ids = (kind: Owner["kind"]) => accesses.filter(({ owner }) => owner.kind === kind).map(({ owner }) => owner.id);
  const rows = await sql<KeyRow>(
    "list_api_keys",
    `${SELECT_KEYS} WHERE k.user_id = ANY($1) OR k.organization_id = ANY($2) ORDER BY k.id DESC LIMIT $3`,
    [ids("user"), ids("organization"), LISTED_KEYS_MAX],
  );
  const at = now();
  return rows.map((row) => presentKey(row, at));
}

/** A key of someone else, and one that never was, are the same answer. */
export async function openKey(userId: string, keyId: string): Promise<KeyAccess> {
  if (!isId("key", keyId)) throw notFound();
  const [accesses, [row]] = await Promise.all([
    openOwners(userId),
    sql<KeyRow>("find_api_key", `${SELECT_KEYS} WHERE k.id = $1`, [keyId]),
  ]);
  const owner = accesses.find((access) => access.owner.id === (row?.organizationId ?? row?.userId))?.owner;
  if (!row || !owner) throw notFound();
  return { userId, owner, key: presentKey(row, now()) } as KeyAccess;
}

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

function describeAct({ owner, userId }: Pick<OwnerAccess, "owner" | "userId">, resourceId: string) {
  return { userId, resourceId, scope: { billingEntityId: owner.billingEntityId } };
}

const INSERT_KEY = `
  INSERT INTO api_keys (id, name, environment, last4, hash_index, hash, scopes, organization_id, user_id,
                        billing_entity_id, created_by_id, rotated_from_id, expires_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

async function insertKey(
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

/** Typed by hand, because it cannot be undone. A key that was revoked before stays revoked when it was. */
export async function revokeKey(access: KeyAccess, typedName: string): Promise<void> {
  const { userId, key } = access;
  if (typedName.trim() !== key.name) throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
  await transaction(async (tx) => {
    const revoked = await tx.sql(
      "revoke_api_key",
      "UPDATE api_keys SET revoked_at = $2, revoked_by_id = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING id",
      [key.id, now(), userId],
    );
    if (revoked.length > 0) recordAct(tx, { name: "api_key.revoke", ...describeAct(access, key.id) });
  });
}

export type RotationResult = { kind: "rotated"; issued: IssuedKey } | { kind: "refused"; reason: RotationRefusal };

interface LockedKey {
  name: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const LOCK_KEY = `
  SELECT name, scopes, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
  FROM api_keys WHERE id = $1 FOR UPDATE`;

/** The row is locked first, so of two rotations at once the second one finds a key that has its successor. */
export function rotateKey(access: KeyAccess, { overlap }: RotateKey): Promise<RotationResult> {
  const { id } = access.key;
  return transaction(async (tx) => {
    const [old] = await tx.sql<LockedKey>("lock_api_key", LOCK_KEY, [id]);
    if (!old) throw notFound();
    const successors = await tx.sql("find_successor", "SELECT 1 FROM api_keys WHERE rotated_from_id = $1", [id]);
    const at = now();
    const reason = refuseRotation({ ...old, isReplaced: successors.length > 0 }, at);
    if (reason) return { kind: "refused", reason };
    const issued = await insertKey(tx, access, { ...old, expiresAt: renewExpiry(old, at) }, id);
    // LEAST: an overlap shortens the old key's life and never lengthens it.
    await tx.sql("end_api_key", "UPDATE api_keys SET expires_at = LEAST(expires_at, $2::timestamptz) WHERE id = $1", [
      id,
      new Date(at.getTime() + OVERLAPS[overlap]),
    ]);
    recordAct(tx, { name: "api_key.rotate", ...describeAct(access, id), details: { successorId: issued.id, overlap } });
    return { kind: "rotated", issued };
  });
}
