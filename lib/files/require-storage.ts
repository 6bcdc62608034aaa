import type { RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { forbidden, notFound } from "../platform/errors";
import { FILE_UPLOAD_RETENTION_MS, limitStoredBytes, type Quota } from "../platform/limits";

/**
 * Bytes of an entity's files, announced ones included until they expire. Added up when asked: what is deleted, expires or
 * goes with its room is free at once, and no counter can drift.
 */
export const STORED_BYTES = `
  SELECT coalesce(sum(f.size), 0)::float8 FROM rooms r JOIN files f ON f.room_id = r.id
  WHERE r.billing_entity_id = b.id AND (f.state = 'READY' OR f.created_at > $2)`;

export const lastRetained = () => new Date(now().getTime() - FILE_UPLOAD_RETENTION_MS);

/** Announcements of one entity wait for each other here, so that two of them cannot both take the last bytes. */
export async function requireStorage(tx: Transaction, { billingEntityId }: RoomAccess, size: number): Promise<void> {
  const [quota] = await tx.sql<Quota>(
    "lock_storage_quota",
    "SELECT plan::text AS plan, seats FROM billing_entities WHERE id = $1 FOR NO KEY UPDATE",
    [billingEntityId],
  );
  if (!quota) throw notFound();
  const limit = limitStoredBytes(quota);
  if (limit === null) return;
  const [row] = await tx.sql<{ used: number }>(
    "sum_stored_bytes",
    `SELECT (${STORED_BYTES}) AS used FROM billing_entities b WHERE b.id = $1`,
    [billingEntityId, lastRetained()],
  );
  const used = row?.used ?? 0;
  if (used + size <= limit) return;
  throw forbidden(
    `The files here take ${used} of ${limit} bytes, so ${size} more do not fit. Delete files, or add seats.`,
    { reason: "storage_limit", limit, used },
  );
}
