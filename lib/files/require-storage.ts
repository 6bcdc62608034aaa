import type { RoomAccess } from "../access/open-room";
import { database, type Executor, type Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { forbidden, notFound } from "../platform/errors";
import { FILE_UPLOAD_RETENTION_MS, limitStoredBytes } from "../platform/limits";
import { LOCK_STORAGE_QUOTA, READ_STORED_BYTES } from "./files.sql";

export async function readStoredBytes(entityIds: readonly string[], on: Executor = database) {
  const lastRetained = new Date(now().getTime() - FILE_UPLOAD_RETENTION_MS);
  const rows = await on.query(READ_STORED_BYTES, { entityIds, lastRetained });
  return new Map(rows.map(({ entityId, bytes }) => [entityId, bytes]));
}

export async function requireStorage(tx: Transaction, { billingEntityId }: RoomAccess, size: number): Promise<void> {
  const [quota] = await tx.query(LOCK_STORAGE_QUOTA, { billingEntityId });
  if (!quota) throw notFound();
  const limit = limitStoredBytes(quota);
  if (limit === null) return;
  const used = (await readStoredBytes([billingEntityId], tx)).get(billingEntityId) ?? 0;
  if (used + size <= limit) return;
  throw forbidden(
    `The stored files take ${used} of ${limit} bytes, so ${size} more do not fit. Delete files or add seats.`,
    { reason: "storage_limit", limit, used },
  );
}
