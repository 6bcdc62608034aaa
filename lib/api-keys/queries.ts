import { type Owner, type OwnerAccess, openOwners } from "../access/open-owner";
import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { type KeyRow, type KeySummary, presentKey } from "./key-summary";

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
