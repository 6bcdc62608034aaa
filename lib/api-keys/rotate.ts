import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { OVERLAPS } from "../platform/overlap";
import { type RotateKey, type RotationRefusal, refuseRotation, renewExpiry } from "./api-key";
import { describeAct, type IssuedKey, insertKey } from "./issue";
import type { KeyAccess } from "./queries";

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
