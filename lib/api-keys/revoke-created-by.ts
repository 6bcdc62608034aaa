import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { sql, type Transaction } from "../platform/db";

interface Maker {
  organizationId: string;
  userId: string;
}

const LIVE_KEYS = `organization_id = $1 AND created_by_id = $2 AND revoked_at IS NULL
  AND (expires_at IS NULL OR expires_at > $3)`;

/** The organization's live keys that this person has made: who makes a key has seen it. */
export function listKeysCreatedBy({ organizationId, userId }: Maker): Promise<{ id: string; name: string }[]> {
  return sql("list_keys_made_by", `SELECT id, name FROM api_keys WHERE ${LIVE_KEYS} ORDER BY id DESC LIMIT 500`, [
    organizationId,
    userId,
    now(),
  ]);
}

export async function revokeKeysCreatedBy(
  tx: Transaction,
  { organizationId, userId }: Maker,
  revoker: { userId: string; billingEntityId: string },
): Promise<void> {
  const revoked = await tx.sql<{ id: string }>(
    "revoke_keys_made_by",
    `UPDATE api_keys SET revoked_at = $3, revoked_by_id = $4 WHERE ${LIVE_KEYS} RETURNING id`,
    [organizationId, userId, now(), revoker.userId],
  );
  const scope = { billingEntityId: revoker.billingEntityId };
  const details = { madeBy: userId };
  recordAct(
    tx,
    ...revoked.map(({ id }) => ({
      name: "api_key.revoke" as const,
      userId: revoker.userId,
      resourceId: id,
      scope,
      details,
    })),
  );
}
