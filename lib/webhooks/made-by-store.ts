import { recordAct } from "../audit/act-store";
import { now } from "../platform/clock";
import { sql, type Transaction } from "../platform/db";
import { holdWaiting } from "./hold-store";
import type { DisabledReason } from "./webhook";

interface Maker {
  organizationId: string;
  userId: string;
}

const ACTIVE_WEBHOOKS = `w.created_by_id = $2 AND w.is_active
  AND EXISTS (SELECT 1 FROM rooms r WHERE r.id = w.room_id AND r.organization_id = $1)`;

/** Active webhooks in the organization's rooms that this person has registered: they chose where the events go. */
export function listWebhooksMadeBy({ organizationId, userId }: Maker): Promise<{ id: string; name: string }[]> {
  return sql(
    "list_webhooks_made_by",
    `SELECT w.id, w.name FROM webhooks w WHERE ${ACTIVE_WEBHOOKS} ORDER BY w.id DESC LIMIT 500`,
    [organizationId, userId],
  );
}

/** What would have been delivered is kept, as for every inactive webhook. */
export async function deactivateWebhooksMadeBy(
  tx: Transaction,
  { organizationId, userId }: Maker,
  actor: { userId: string; billingEntityId: string },
): Promise<void> {
  const reason: DisabledReason = "manual";
  const ended = await tx.sql<{ id: string; roomId: string }>(
    "deactivate_webhooks_made_by",
    `UPDATE webhooks w SET is_active = false, disabled_at = $3, disabled_reason = $4, updated_at = $3
     WHERE ${ACTIVE_WEBHOOKS} RETURNING w.id, w.room_id AS "roomId"`,
    [organizationId, userId, now(), reason],
  );
  await holdWaiting(
    tx,
    ended.map(({ id }) => id),
  );
  const scope = { billingEntityId: actor.billingEntityId };
  recordAct(
    tx,
    ...ended.map(({ id, roomId }) => ({
      name: "webhook.deactivate" as const,
      userId: actor.userId,
      resourceId: id,
      scope,
      details: { roomId, madeBy: userId },
    })),
  );
}
